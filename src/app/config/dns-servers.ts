/** Reader of DNS_SERVERS: the recursive servers that answer our questions. */

import { isIP } from 'node:net';
import { type Environment, list } from './values.ts';

/** As many as resolv.conf has: each may cost a question seconds. */
const MOST_SERVERS = 3;
const DNS_PORT = 53;
/** `[::1]:5353`, `[::1]` or `127.0.0.1:5353`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]*))(?::(\d{1,5}))?$/;

export type DnsServerSetting = { address: string; port: number };

/** @returns empty where nothing is set: those of the system */
export function dnsServers(env: Environment, name: string): DnsServerSetting[] {
  const rule = 'IP addresses such as 127.0.0.1 or [::1]:5353';
  return list(env, name, rule, asDnsServer, [MOST_SERVERS, 'servers']);
}

/** An IP address, with a port behind it or without. An IPv6 address before a port stands in brackets. */
export function asDnsServer(value: string): DnsServerSetting | undefined {
  if (isIP(value) !== 0) return { address: value, port: DNS_PORT };
  const [, six, four, digits] = WITH_PORT.exec(value) ?? [];
  const address = six ?? four ?? '';
  const port = digits === undefined ? DNS_PORT : Number(digits);
  const fits = isIP(address) === (six === undefined ? 4 : 6) && port > 0 && port <= 65_535;
  return fits ? { address, port } : undefined;
}
