/** RFC 6698, RFC 7671, RFC 7672: which TLSA records of a server count. */

import { createPublicKey, X509Certificate } from 'node:crypto';
import type { RecordData } from '#mail/dns/answer.ts';

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
