/** Readers of the values that keep unwanted mail out: the spam filter, and lists of senders in the DNS. */

import { parseFilterAddress } from '#mail/filter/address.ts';
import type { DnsList } from '#mail/filter/dns-lists.ts';
import { asDomain } from './alias-values.ts';
import { type Environment, list, optional, parts } from './values.ts';

/** Every client that names an alias is looked up in each of them. */
const MOST_LISTS = 10;
/** `127.0.0.2` or `127.0.0.2-11`: a range of the last number. */
const CODES = /^(127\.\d{1,3}\.\d{1,3})\.(\d{1,3})(?:-(\d{1,3}))?$/;

export function filterValues(env: Environment) {
  return {
    /** The spam filter; undefined: there is none. */
    address: optional(env, 'FILTER', parseFilterAddress),
    /** Lists of senders whose mail is refused. */
    dnsLists: dnsLists(env, 'DNS_LISTS'),
  };
}

/** Lists as `zone` or `zone=127.0.0.2-11`, separated by commas. */
function dnsLists(env: Environment, name: string): DnsList[] {
  const rule = 'lists such as zen.example.org or bl.example.org=127.0.0.2-11';
  return list(name, parts(env, name), rule, asList, [MOST_LISTS, 'lists']);
}

function asList(value: string): DnsList | undefined {
  const [domain = '', range, rest] = value.split('=');
  const zone = asDomain(domain);
  if (zone === undefined || rest !== undefined) return undefined;
  if (range === undefined) return { zone };
  const [, network, first = '', last = first] = CODES.exec(range) ?? [];
  const octets = [...(network?.split('.') ?? ['none']), first, last].map(Number);
  if (!octets.every((octet) => octet <= 255) || Number(first) > Number(last)) return undefined;
  const count = Number(last) - Number(first) + 1;
  return {
    zone,
    codes: Array.from({ length: count }, (_, i) => `${network}.${Number(first) + i}`),
  };
}
