/** The answer to a query, read from a server's reply. */

import type { Answer } from './answer.ts';
import { negativeTtl, recordsTtl } from './cache.ts';
import type { NameReader } from './names.ts';
import { CNAME, nameIn, SOA, type TypeOf } from './record-types.ts';
import type { DnsReply, WireRecord } from './wire.ts';

const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NAME_ERROR = 3;
/** The longest chain of aliases. Servers stop at 8 to 16. */
const MOST_ALIASES = 16;
/** Octets of the numbers in an SOA record, the last of which is the minimum. */
const SOA_NUMBERS = 20;

/**
 * @param name the name in the query, lower case
 * @param trusted whether the AD bit of this server is trusted
 */
export function readAnswer<Data>(
  reply: DnsReply,
  name: string,
  type: TypeOf<Data>,
  trusted: boolean,
): Answer<Data> {
  const { rcode, names } = reply;
  if (rcode === SERVER_FAILURE && trusted) return BOGUS;
  if (rcode !== NO_ERROR && rcode !== NAME_ERROR) return { kind: 'trouble', reason: 'failure' };
  const aliases = type.code === CNAME ? [] : reply.answer.filter((record) => record.type === CNAME);
  const end = endOfAliases(names, aliases, name);
  if (end === undefined) return MALFORMED;
  const secure = reply.authentic && trusted;
  const canonical = end.name === name ? {} : { canonical: end.name };
  const found = reply.answer.filter(
    (record) => record.type === type.code && record.name === end.name,
  );
  if (found.length > 0) {
    const records: Data[] = [];
    for (const record of found) {
      const data = type.read(names, record.start, record.end);
      if (data === undefined) return MALFORMED;
      records.push(data);
    }
    // RFC 2181 section 5.2: the records of a set have one TTL; if they differ, the lowest counts.
    const seconds = found.reduce((least, { ttl }) => Math.min(least, ttl), end.ttl);
    return { kind: 'records', records, ttl: recordsTtl(seconds), secure, ...canonical };
  }
  const least = minimum(names.message, reply.authority);
  // RFC 2308 section 2.2: a referral looks the same. A reply without AA and RA is not an answer.
  if (rcode === NO_ERROR && least === undefined && !reply.knows) {
    return { kind: 'trouble', reason: 'failure' };
  }
  // RFC 2308 section 2.1: after aliases, NXDOMAIN refers to the last name.
  const ttl = Math.min(negativeTtl(least), recordsTtl(end.ttl));
  return { kind: rcode === NAME_ERROR ? 'no-name' : 'no-data', ttl, secure, ...canonical };
}

/**
 * RFC 4035 section 5.5: a validating server returns SERVFAIL if signatures are wrong. We do not try another server, which may
 * not validate: its answer could be the forged one.
 */
export const BOGUS = { kind: 'trouble', reason: 'failure' } as const;
export const MALFORMED = { kind: 'trouble', reason: 'malformed' } as const;

/** RFC 1034 section 3.6.2: the final name of the answer's aliases, and their lowest TTL; undefined for a loop. */
function endOfAliases(
  names: NameReader,
  aliases: readonly WireRecord[],
  name: string,
): { name: string; ttl: number } | undefined {
  const end = { name, ttl: Infinity };
  for (let followed = 0; followed <= MOST_ALIASES; followed++) {
    const alias = aliases.find((record) => record.name === end.name);
    if (alias === undefined) return end;
    const target = nameIn(names, alias.start, alias.end);
    if (target === undefined) return undefined;
    end.name = target;
    end.ttl = Math.min(end.ttl, alias.ttl);
  }
  return undefined;
}

/** RFC 2308 section 5: the TTL of a negative answer in seconds, from its SOA record. */
function minimum(message: Buffer, authority: readonly WireRecord[]): number | undefined {
  const soa = authority.find(({ type }) => type === SOA);
  if (soa === undefined || soa.end - soa.start < SOA_NUMBERS + 2) return undefined;
  return Math.min(soa.ttl, message.readUInt32BE(soa.end - 4));
}
