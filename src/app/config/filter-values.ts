/** Readers of the values that keep unwanted mail out: the spam filter, and lists of senders in the DNS. */

import { type FilterAddress, parseFilterAddress } from '#mail/filter/address.ts';
import type { DnsList } from '#mail/filter/dns-lists.ts';
import { asDomain } from './alias-values.ts';
import { ConfigError } from './config-error.ts';
import { choice, type Environment, optional, quoted, text } from './values.ts';

export type FilterConfig = {
  /** The spam filter; undefined: there is none. */
  address: FilterAddress | undefined;
  /** Whether it is asked about answers of owners, too. */
  replies: boolean;
  /** Lists of senders whose mail is refused. */
  dnsLists: DnsList[];
};

/** Every client that names an alias is looked up in each of them. */
const MOST_LISTS = 10;
/** `127.0.0.2` or `127.0.0.2-11`: a range of the last number. */
const CODES = /^(127\.\d{1,3}\.\d{1,3})\.(\d{1,3})(?:-(\d{1,3}))?$/;

export function filterValues(env: Environment): FilterConfig {
  return {
    address: optional(env, 'FILTER', parseFilterAddress),
    replies: choice(env, 'FILTER_REPLIES', ['off', 'on']) === 'on',
    dnsLists: dnsLists(env, 'DNS_LISTS'),
  };
}

/** Lists as `zone` or `zone=127.0.0.2-11`, separated by commas. */
function dnsLists(env: Environment, name: string): DnsList[] {
  const values = (text(env, name) ?? '').split(',').map((value) => value.trim());
  const lists = values.filter(Boolean).map((value) => {
    const list = asList(value);
    if (list !== undefined) return list;
    throw new ConfigError(
      name,
      `must be lists such as zen.example.org or bl.example.org=127.0.0.2-11, separated by commas, but has ${quoted(value)}`,
    );
  });
  if (lists.length <= MOST_LISTS) return lists;
  throw new ConfigError(name, `must be ${MOST_LISTS} lists at most, but has ${lists.length}`);
}

function asList(value: string): DnsList | undefined {
  const [domain = '', range, rest] = value.split('=');
  const zone = asDomain(domain);
  if (zone === undefined || rest !== undefined) return undefined;
  if (range === undefined) return { zone, codes: undefined };
  const [, network, first = '', last = first] = CODES.exec(range) ?? [];
  const octets = [...(network?.split('.') ?? ['none']), first, last].map(Number);
  if (!octets.every((octet) => octet <= 255) || Number(first) > Number(last)) return undefined;
  const count = Number(last) - Number(first) + 1;
  return {
    zone,
    codes: Array.from({ length: count }, (_, i) => `${network}.${Number(first) + i}`),
  };
}
