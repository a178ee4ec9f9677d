/**
 * The client's address of a request: the connection's peer, or the address that a proxy trusted by the operator names.
 */

import { BlockList, isIP } from 'node:net';

/** The addresses whose `X-Forwarded-For` counts. */
export type TrustedProxies = Pick<BlockList, 'check'>;

/**
 * @param entries addresses and networks such as `10.0.0.0/8`, as the configuration has checked them
 * @throws if an entry is neither
 */
export function trustedProxyList(entries: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/', 2);
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return list;
}

/**
 * The client's address. The chain is read from its end, where our own proxy wrote, as far as each link is trusted: all
 * earlier entries were written by the client, and may be forged.
 * @param peer address of the other end of the connection
 * @param forwardedFor value of X-Forwarded-For, several joined by commas
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const chain = (forwardedFor ?? '').split(',').map((link) => plain(link.trim()));
  let address = plain(peer);
  while (isTrustedProxy(address, trusted)) {
    const link = chain.pop();
    if (link === undefined || isIP(link) === 0) break;
    address = link;
  }
  return address;
}

/** Whether this peer's header counts. */
export function isTrustedProxy(peer: string, trusted: TrustedProxies): boolean {
  const address = plain(peer);
  return isIP(address) !== 0 && trusted.check(address, family(address));
}

const family = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Without port and brackets, and IPv4 as IPv4. */
function plain(address: string): string {
  const host =
    /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  return /^::ffff:([\d.]+)$/i.exec(host)?.[1] ?? host;
}
