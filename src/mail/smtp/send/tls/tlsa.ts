/** RFC 6698, RFC 7671, RFC 7672: the TLSA records of a mail server, and which of them count. */

import { createPublicKey, X509Certificate } from 'node:crypto';
import type { Answer, AnswerOrPromise, RecordData } from '#mail/dns/answer.ts';

export type Tlsa = RecordData['TLSA'];

/** Numbers of RFC 7218 section 2. */
export const DANE_TA = 2;
export const DANE_EE = 3;
export const WHOLE_CERTIFICATE = 0;
export const PUBLIC_KEY = 1;
export const WHOLE = 0;
export const SHA_256 = 1;
export const SHA_512 = 2;

const DIGEST_OCTETS: Partial<Record<number, number>> = { [SHA_256]: 32, [SHA_512]: 64 };

/** The largest number of records, and of octets of their data together: more count as DNS trouble. */
const MOST_RECORDS = 16;
const MOST_OCTETS = 4096;

/** Whether there is more to compare than any server needs. */
export function isExcessive(records: readonly Tlsa[]): boolean {
  const octets = records.reduce((sum, { data }) => sum + data.length, 0);
  return records.length > MOST_RECORDS || octets > MOST_OCTETS;
}

/** The records that a server must match; empty: none is usable (RFC 7672 section 3.1.3: usages 0 and 1 are not). */
export function usableRecords(records: readonly Tlsa[]): Tlsa[] {
  const known = records.filter(isUsable);
  // RFC 7671 section 9: of several digests with one usage and selector the strongest counts, so that a broken one can be retired.
  const strongest = ({ usage, selector, matching }: Tlsa) =>
    known.every(
      (other) => other.usage !== usage || other.selector !== selector || other.matching <= matching,
    );
  return known.filter((record) => record.matching === WHOLE || strongest(record));
}

function isUsable(record: Tlsa): boolean {
  const { usage, selector, matching, data } = record;
  if (usage !== DANE_TA && usage !== DANE_EE) return false;
  if (selector !== WHOLE_CERTIFICATE && selector !== PUBLIC_KEY) return false;
  return matching === WHOLE
    ? wholeOf(record) !== undefined
    : data.length === DIGEST_OCTETS[matching];
}

/** The certificate or key that a record contains in full; undefined if its data are not one. */
export function wholeOf({ selector, data }: Tlsa) {
  try {
    if (selector === WHOLE_CERTIFICATE) return { certificate: new X509Certificate(data) };
    return { key: createPublicKey({ key: data, format: 'der', type: 'spki' }) };
  } catch {
    return undefined;
  }
}

/** Records of a server, usable or not, and their base domain; `trouble`: the server may have some. */
export type ServerTlsa = { base: string; records: readonly Tlsa[] } | 'none' | 'trouble';

type Ask = <Type extends 'CNAME' | 'TLSA'>(
  name: string,
  type: Type,
) => AnswerOrPromise<RecordData[Type]>;

/**
 * RFC 7672 section 2.2: the TLSA records of a mail server, and their base domain.
 * @param name of the server
 * @param addresses the answers about its addresses of both families
 * @param ask performs a lookup within the time of the message
 */
export async function serverTlsa(
  name: string,
  addresses: readonly Answer<string>[],
  ask: Ask,
): Promise<ServerTlsa> {
  const bases = await baseDomains(name, addresses, ask);
  if (bases === 'trouble') return bases;
  for (const base of bases) {
    const answer = await ask(`_25._tcp.${base}`, 'TLSA');
    // Section 2.1.2: a bogus or missing answer may hide the records.
    if (answer.kind === 'trouble') return 'trouble';
    if (answer.kind !== 'records' || !answer.secure) continue;
    return isExcessive(answer.records) ? 'trouble' : { base, records: answer.records };
  }
  return 'none';
}

/** Section 2.2.2 and 2.2.3: the names at which TLSA records are looked up, if the zone is signed. */
async function baseDomains(
  name: string,
  addresses: readonly Answer<string>[],
  ask: Ask,
): Promise<readonly string[] | 'trouble'> {
  // RFC 9276 section 3.2: in a signed zone with many NSEC3 iterations only the answer without addresses is unproven.
  const told = addresses.filter((answer) => answer.kind === 'records');
  const target = told.find(({ canonical }) => canonical !== undefined)?.canonical;
  // In unsigned zones TLSA is not looked up: their servers often fail on the query.
  if (told.length > 0 && told.every(({ secure }) => secure)) {
    return target === undefined ? [name] : [target, name];
  }
  if (target === undefined) return [];
  // Its target is unsigned: the alias itself may be signed.
  const alias = await ask(name, 'CNAME');
  if (alias.kind === 'trouble') return 'trouble';
  return alias.kind === 'records' && alias.secure ? [name] : [];
}
