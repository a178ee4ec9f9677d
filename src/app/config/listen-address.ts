/** Listen addresses: whether only this machine, a private network or everyone can reach a server there. */

import { BlockList, isIPv4 } from 'node:net';

/** RFC 1918, RFC 6598 (carriers and overlays), RFC 3927; RFC 4193 and RFC 4291 section 2.5.6. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('100.64.0.0', 10);
PRIVATE.addSubnet('169.254.0.0', 16);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** The address at which this machine reaches a server that listens on `host`. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/** The same address as it appears in a URL. */
export function inUrl(host: string): string {
  const name = reachable(host);
  return name.includes(':') ? `[${name}]` : name;
}

/** The address of the screen for visitors: PUBLIC_URL, or if it is not set, the address at which this machine reaches it. */
export function siteAddress(
  { publicUrl, httpHost }: { publicUrl: string | undefined; httpHost: string },
  httpPort: number,
): string {
  return publicUrl ?? `http://${inUrl(httpHost)}:${httpPort}`;
}

/** Whether only this machine can reach it. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/** Whether it is an address of this machine or of a private network; the wildcard address is not. */
export const isConfined = (host: string) =>
  isLoopback(host) || PRIVATE.check(host, isIPv4(host) ? 'ipv4' : 'ipv6');
