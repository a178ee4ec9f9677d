/** The address block that limits count by: one subscriber line or one small network, not one address of it. */

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The block of an IP address: the /24 of IPv4 (mapped addresses included), the /56 of IPv6.
 * @param address as a socket tells it; a zone index is ignored
 * @returns a key such as `192.0.2.0/24`; text that is no address is its own block
 */
export function addressBlock(address: string): string {
  const plain = MAPPED.exec(address)?.[1] ?? address.split('%', 1)[0] ?? '';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  if (!plain.includes(':')) return plain;
  const groups = expandIPv6(plain);
  const third = (groups[3] ?? 0) & 0xff00;
  return `${[groups[0], groups[1], groups[2], third].map((group) => (group ?? 0).toString(16)).join(':')}::/56`;
}

/** The eight groups of an IPv6 address, its `::` filled with zeros. */
function expandIPv6(address: string): number[] {
  const [head = '', tail] = address.split('::', 2);
  const before = numbers(head);
  const after = tail === undefined ? [] : numbers(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0);
  return [...before, ...zeros, ...after];
}

const numbers = (text: string) =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16) || 0);
