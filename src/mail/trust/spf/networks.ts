/** IP addresses as octets, and networks of them (RFC 7208 section 5.6). */

import { isIPv4, isIPv6 } from 'node:net';

/** 4 or 16 octets. */
export type IpAddress = readonly number[];

export type Network = { address: IpAddress; prefix: number };

/** RFC 4291 section 2.5.5.2: the prefix of an IPv4-mapped IPv6 address. */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** @returns undefined for an invalid address, and for one with a zone (`fe80::1%eth0`) */
export function parseIp(text: string): IpAddress | undefined {
  if (isIPv4(text)) return text.split('.').map(Number);
  return isIPv6(text) && !text.includes('%') ? octetsOf6(text) : undefined;
}

/** The address of a client: an IPv4-mapped IPv6 address counts as IPv4 (RFC 7208 section 5), and a zone is ignored. */
export function clientIp(text: string): IpAddress | undefined {
  const address = parseIp(text.replace(/%.*$/s, ''));
  return address !== undefined && MAPPED.every((octet, i) => address[i] === octet)
    ? address.slice(MAPPED.length)
    : address;
}

/** Whether both are of the same protocol, and agree in the first `prefix` bits. */
export function inNetwork(ip: IpAddress, { address, prefix }: Network): boolean {
  return (
    ip.length === address.length &&
    ip.every((octet, i) => {
      const bits = Math.min(8, Math.max(0, prefix - 8 * i));
      return (octet ^ (address[i] ?? 0)) >> (8 - bits) === 0;
    })
  );
}

/** The reverse name for a PTR query (RFC 1035 section 3.5, RFC 3596 section 2.5). */
export function reverseName(ip: IpAddress): string {
  return ip.length === 4
    ? `${ip.toReversed().join('.')}.in-addr.arpa`
    : `${nibbles(ip).toReversed().join('.')}.ip6.arpa`;
}

/** The hexadecimal digits of the address. */
export function nibbles(ip: IpAddress): string[] {
  return ip.flatMap((octet) => [(octet >> 4).toString(16), (octet & 15).toString(16)]);
}

function octetsOf6(text: string): number[] {
  const [head = '', tail] = text.split('::');
  const front = groups(head);
  const back = tail === undefined ? [] : groups(tail);
  return [...front, ...Array<number>(16 - front.length - back.length).fill(0), ...back];
}

/** Groups of 16 bits, of which the last may be an IPv4 address. */
function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
