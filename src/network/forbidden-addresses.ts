/**
 * Addresses that no MX record or host name may direct us to: this machine, private networks, and non-host addresses.
 */

import { BlockList, isIPv6 } from 'node:net';

/** IANA special-purpose registries (RFC 6890), without the documentation networks: those have no hosts. */
const NETWORKS: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Unspecified, loopback and the old IPv4-compatible form. IPv4-mapped addresses are checked as IPv4 by BlockList.
  ['::', 96],
  // NAT64 would lead to private IPv4 as well.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  // 6to4 and Teredo embed IPv4 addresses.
  ['2002::', 16],
  ['2001::', 32],
  ['fc00::', 7],
  // Link-local, and the obsolete site-local.
  ['fe80::', 9],
  ['ff00::', 8],
];

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const forbidden = new BlockList();
for (const [address, prefix] of NETWORKS) forbidden.addSubnet(address, prefix, family(address));

/** Whether neither other people's mail nor our requests may go to this IP address. */
export function isForbidden(address: string): boolean {
  return forbidden.check(address, family(address));
}

/** Our own addresses, in every spelling. */
export function ownAddressList(addresses: readonly string[]): (address: string) => boolean {
  const own = new BlockList();
  for (const address of addresses) own.addAddress(address, family(address));
  return (address) => own.check(address, family(address));
}
