/** Whose request it is: the peer of the connection, or what a proxy that the operator trusts says of it. */

import { BlockList, isIP } from 'node:net';

/** The addresses whose `X-Forwarded-For` counts. */
export type TrustedProxies = Pick<BlockList, 'check'>;

/**
 * Reads TRUSTED_PROXIES: addresses and networks, separated by commas.
 * @throws RangeError with one sentence that names the entry
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry !== '') addEntry(list, entry);
  }
  return list;
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = prefix === undefined ? undefined : Number(prefix);
  const isNumber = prefix === undefined || /^\d{1,3}$/.test(prefix);
  const longest = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || !isNumber || rest.length > 0 || (bits ?? 0) > longest) {
    throw new RangeError(`"${entry}" is neither an IP address nor a network such as 10.0.0.0/8.`);
  }
  if (bits === undefined) list.addAddress(address, family(address));
  else list.addSubnet(address, bits, family(address));
}

/**
 * The client's address. The chain is read from its end, where our own proxy wrote, and only as far as each link is
 * trusted: what stands before was written by the client, who may write anything.
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
  while (isIP(address) !== 0 && trusted.check(address, family(address))) {
    const link = chain.pop();
    if (link === undefined || isIP(link) === 0) break;
    address = link;
  }
  return address;
}

const family = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Without port and brackets, and IPv4 as IPv4. */
function plain(address: string): string {
  const host =
    /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  return /^::ffff:([\d.]+)$/i.exec(host)?.[1] ?? host;
}
