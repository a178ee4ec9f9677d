/** Readers of network addresses: those we listen on, those others see, and those we connect to, with what these must prove. */

import { BlockList, isIP } from 'node:net';
import { parseNextHop, type Target } from '#mail/smtp/send/route/target.ts';
import { splitHosts } from '#store/postgres/address.ts';
import { asDomain } from './alias-values.ts';
import { ConfigError } from './fault.ts';
import {
  between,
  choice,
  type Environment,
  formed,
  list,
  namedParts,
  parsed,
  parts,
  quoted,
  text,
} from './values.ts';

/**
 * The addresses to listen on: one for all servers, but the admin server has its own default; after commas others as
 * `smtp=::` or `admin=10.0.0.5`.
 */
export function listenAddresses(env: Environment, name: string) {
  const { unnamed, named } = namedParts(env, name, ['smtp', 'admin']);
  const rule =
    'an IP address such as 127.0.0.1 or ::, or localhost, or a list as ::1,smtp=::,admin=10.0.0.5, with a zone only after smtp=';
  const ofUrl = (value: string) => formed(name, value, rule, asAddressInUrl);
  const host = unnamed.length > 0 ? unnamed.join(',') : '127.0.0.1';
  return {
    httpHost: ofUrl(host),
    smtpHost: formed(name, named.get('smtp') ?? host, rule, asListenAddress),
    adminHost: ofUrl(named.get('admin') ?? '127.0.0.1'),
  };
}

const asListenAddress = (value: string) =>
  isIP(value) !== 0 || value === 'localhost' ? value : undefined;

/** A URL cannot have the zone of a link-local address (`fe80::1%eth0`), and the site needs one. */
const asAddressInUrl = (value: string) =>
  value.includes('%') ? undefined : asListenAddress(value);

export function hostName(env: Environment, name: string, initial: string): string {
  return formed(name, text(env, name) ?? initial, 'a host name such as mx.example.org', asDomain);
}

/** Scheme, host and port of an http address; a path would be dropped, so it is rejected. */
export function origin(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const rule = 'an address such as https://veilpost.example.org, without a path';
  return formed(name, value, rule, asOrigin);
}

/** The origin of an address without a path. A wildcard would match no address. */
export function asOrigin(value: string): string | undefined {
  const url = URL.parse(value);
  const plain = url !== null && url.href === `${url.origin}/` && /^https?:$/.test(url.protocol);
  return plain && !url.hostname.includes('*') ? url.origin : undefined;
}

/** A database's address may hold a password, so a message never repeats it. */
export function databaseUrl(env: Environment, name: string, initial: string): string {
  const value = text(env, name) ?? initial;
  if (/^sqlite:(?:\/\/)?:memory:$|^sqlite:.*[?&]mode=memory/.test(value)) {
    throw new ConfigError(
      name,
      'must name a file: a database in memory would lose every alias at a restart',
    );
  }
  if (/^sqlite:(?:\/\/)?~/.test(value)) {
    throw new ConfigError(name, 'must name its file by an absolute path: only a shell expands ~');
  }
  if (/^sqlite:[^\0]+$/.test(value)) return value;
  if (/^postgres(?:ql)?:\/\//.test(value) && isServer(value)) return value;
  throw new ConfigError(name, 'must be sqlite:PATH or postgres://user:password@host:port/database');
}

/** The address may name several hosts, which the URL parser does not support. */
function isServer(value: string): boolean {
  try {
    return URL.canParse(splitHosts(value).url);
  } catch {
    return false;
  }
}

const PROTOCOL_PORTS = ['smtp', 'http', 'both'] as const;

/** IP addresses and CIDR ranges, separated by commas, and the ports on which they must use the PROXY protocol. */
export function proxies(env: Environment, name: string) {
  const { unnamed, named } = namedParts(env, name, ['protocol']);
  const ranges = addressRanges(name, unnamed);
  const word = named.get('protocol');
  if (word === undefined) return { ranges, protocol: 'off' as const };
  const rule = `a list whose protocol= is ${PROTOCOL_PORTS.join(' or ')}`;
  const protocol = formed(name, word, rule, (port) => PROTOCOL_PORTS.find((one) => one === port));
  if (ranges.length > 0) return { ranges, protocol };
  throw new ConfigError(name, `must list the proxies for protocol=${word}: others are not trusted`);
}

function addressRanges(name: string, values: readonly string[]): string[] {
  return list(name, values, 'IP addresses or ranges such as 10.0.0.0/8', (value) => {
    const [address = '', prefix, rest] = value.split('/');
    const bits = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
    const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    if (bits === 0 || !fits || rest !== undefined) return undefined;
    if (prefix === undefined || !isEveryone(address, Number(prefix))) return value;
    throw new ConfigError(
      name,
      `must be the proxies only, but ${quoted(value)} is every address: any client could then claim any address`,
    );
  });
}

/** Whether a range has every IPv4 address, possibly as ::ffff:0:0/96: BlockList does not tell these apart. */
function isEveryone(address: string, prefix: number): boolean {
  const range = new BlockList();
  range.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return range.check('0.0.0.0') && range.check('255.255.255.255');
}

/** One IP address, or one of each family. */
export function outgoingAddresses(env: Environment, name: string): string[] {
  const addresses = parts(env, name);
  const families = addresses.map((value) => isIP(value));
  const fits = !families.includes(0) && new Set(families).size === families.length;
  if (fits) return addresses;
  throw new ConfigError(
    name,
    `must be an IPv4 address, an IPv6 address, or one of each separated by a comma, but is ${quoted(addresses.join(','))}`,
  );
}

/** `name|address` of the footer's link. */
export function madeIn(
  env: Environment,
  name: string,
  initial: string,
): { name: string; href: string } {
  const rule = 'a name and an http address such as Vite|https://vite.dev';
  return formed(name, text(env, name) ?? initial, rule, (value) => {
    const cut = value.indexOf('|');
    const label = value.slice(0, Math.max(0, cut)).trim();
    const url = URL.parse(value.slice(cut + 1).trim());
    // Another scheme (javascript:) would run in the page.
    const isLink = label !== '' && url !== null && /^https?:$/.test(url.protocol);
    return isLink ? { name: label, href: url.href } : undefined;
  });
}

/** As many as resolv.conf allows: each may delay a query by seconds. */
const MOST_SERVERS = 3;
const DNS_PORT = 53;
/** `[::1]:5353`, `[::1]` or `127.0.0.1:5353`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]*))(?::(\d{1,5}))?$/;

export type DnsServerSetting = { address: string; port: number };

/** @returns empty if nothing is set: those of the system */
export function dnsServers(env: Environment, name: string): DnsServerSetting[] {
  const rule = 'IP addresses such as 127.0.0.1 or [::1]:5353';
  const value = text(env, name);
  const values = value === undefined ? [] : between(value);
  return list(name, values, rule, asDnsServer, [MOST_SERVERS, 'servers']);
}

/** An IP address, with or without a port. An IPv6 address before a port is in brackets. */
export function asDnsServer(value: string): DnsServerSetting | undefined {
  if (isIP(value) !== 0) return { address: value, port: DNS_PORT };
  const [, six, four, digits] = WITH_PORT.exec(value) ?? [];
  const address = six ?? four ?? '';
  const port = digits === undefined ? DNS_PORT : Number(digits);
  const fits = isIP(address) === (six === undefined ? 4 : 6) && port > 0 && port <= 65_535;
  return fits ? { address, port } : undefined;
}

export function wayOut(env: Environment) {
  const mtaSts = choice(env, 'MTA_STS', ['on', 'report', 'off']);
  return {
    /** DANE: `auto`, if the resolvers of this machine validate; `on`: else the service does not start. */
    dane: choice(env, 'DANE', ['auto', 'on', 'off']),
    /** Whether the policies of domains (MTA-STS) are looked up. */
    mtaSts: mtaSts !== 'off',
    /** Whether domains that request it get a daily report on TLS to their servers (RFC 8460). */
    tlsReports: mtaSts === 'report',
  };
}

export type NextHopSetting = { kind: 'mailbox' } | Target;

export function nextHop(env: Environment, name: string, initial: string): NextHopSetting {
  const value = text(env, name) ?? initial;
  if (value === 'mailbox:') return { kind: 'mailbox' };
  const word = /^(mailbox|mx):?\/*$/i.exec(value)?.[1]?.toLowerCase();
  if (word !== undefined && value !== `${word}:`) {
    throw new ConfigError(name, `must be written ${word}: with its colon, but is ${quoted(value)}`);
  }
  return parsed(env, name, initial, parseNextHop);
}
