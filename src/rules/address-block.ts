/** The address blocks that limits count by: one subscriber line or one small network, and the wider ones around it. */

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The blocks of an address. Each is a key such as `192.0.2.0/24`; text that is not an address is its own block. */
export type AddressBlocks = {
  /** The /24 of IPv4 (mapped addresses included), the /56 of IPv6. */
  block: string;
  /** The /48 of IPv6: one customer. IPv4 has no such block: it is the narrow block again. */
  site: string;
  /** The /16 of IPv4, the /32 of IPv6: one provider, or a good part of one. */
  network: string;
};

/** @param address as a socket reports it; a zone index is ignored */
export function addressBlocks(address: string): AddressBlocks {
  const plain = MAPPED.exec(address)?.[1] ?? address.split('%', 1)[0] ?? '';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) {
    const [first, second, third] = plain.split('.');
    const block = `${first}.${second}.${third}.0/24`;
    return { block, site: block, network: `${first}.${second}.0.0/16` };
  }
  if (!plain.includes(':')) return { block: plain, site: plain, network: plain };
  const [a = 0, b = 0, c = 0, d = 0] = expandIPv6(plain);
  const prefix = (...groups: number[]) => groups.map((group) => group.toString(16)).join(':');
  return {
    block: `${prefix(a, b, c, d & 0xff00)}::/56`,
    site: `${prefix(a, b, c)}::/48`,
    network: `${prefix(a, b)}::/32`,
  };
}

/** A block that a limit counts, with its multiple of the narrowest block's uses. */
export type CountedBlock = { key: string; times: number };

/** The multiples of a site (/48) and of a network (/16, /32): a provider has many subscribers. */
export const SITE_TIMES = 2;
export const NETWORK_TIMES = 10;

/** The blocks of an address, the narrowest first. */
export function countedBlocks(address: string): CountedBlock[] {
  const { block, site, network } = addressBlocks(address);
  const wider = { key: `network ${network}`, times: NETWORK_TIMES };
  if (site === block) return [{ key: `block ${block}`, times: 1 }, wider];
  return [{ key: `block ${block}`, times: 1 }, { key: `site ${site}`, times: SITE_TIMES }, wider];
}

/** The narrowest block of an address. */
export function addressBlock(address: string): string {
  return addressBlocks(address).block;
}

/** The eight groups of an IPv6 address, with its `::` expanded to zeros. */
function expandIPv6(address: string): number[] {
  const [head = '', tail] = address.split('::', 2);
  const before = numbers(head);
  const after = tail === undefined ? [] : numbers(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0);
  return [...before, ...zeros, ...after];
}

const numbers = (text: string) =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16) || 0);
