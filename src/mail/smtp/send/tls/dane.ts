/** RFC 7672 section 3: whether the certificates of a server match its TLSA records. */

import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import {
  DANE_EE,
  DANE_TA,
  SHA_256,
  SHA_512,
  type Tlsa,
  WHOLE_CERTIFICATE,
  wholeOf,
} from './tlsa.ts';

/**
 * @param certificates as sent by the server, its own first
 * @param records the usable ones
 * @param names a certificate below an anchor (usage 2) must have one of these
 * @param now milliseconds since 1970
 */
export function daneFault(
  certificates: readonly X509Certificate[],
  records: readonly Tlsa[],
  names: readonly string[],
  now: number,
): 'tlsa-mismatch' | 'name' | 'expired' | undefined {
  const [leaf] = certificates;
  if (leaf === undefined) return 'tlsa-mismatch';
  // RFC 7672 section 3.1.1: with usage 3 only the record binds the key to the name; the certificate's names and dates do not count.
  if (records.some((record) => record.usage === DANE_EE && fits(leaf, record))) return undefined;
  const anchors = records.filter(({ usage }) => usage === DANE_TA);
  if (anchors.length === 0) return 'tlsa-mismatch';
  const within = (one: X509Certificate) =>
    one.validFromDate.getTime() <= now && now <= one.validToDate.getTime();
  if (!isBelow(leaf, certificates.slice(1), anchors, within)) {
    // Again without dates: an expired certificate is fixed differently from a wrong record.
    return isBelow(leaf, certificates.slice(1), anchors, () => true) ? 'expired' : 'tlsa-mismatch';
  }
  // Section 3.2.1: with usage 2 the name counts.
  return names.some((name) => isFor(leaf, name)) ? undefined : 'name';
}

/** Whether signatures lead from the leaf through the sent certificates, in any order, to an anchor. */
function isBelow(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  anchors: readonly Tlsa[],
  valid: (one: X509Certificate) => boolean,
): boolean {
  if (!valid(leaf)) return false;
  // RFC 7671 section 5.2.2: the server need not send an anchor that the record contains in full.
  const wholes = anchors.map((anchor) => (anchor.matching === 0 ? wholeOf(anchor) : undefined));
  const issuers = [...sent, ...wholes.flatMap((whole) => whole?.certificate ?? [])];
  const keys = wholes.flatMap((whole) => whole?.key ?? []);
  const reached = [leaf];
  for (const one of reached) {
    if (keys.some((key) => isSignedBy(one, key))) return true;
    for (const issuer of issuers) {
      if (reached.includes(issuer) || !issuer.ca || !one.checkIssued(issuer)) continue;
      if (!valid(issuer) || !isSignedBy(one, keyOf(issuer))) continue;
      if (anchors.some((anchor) => fits(issuer, anchor))) return true;
      reached.push(issuer);
    }
  }
  return false;
}

function fits(certificate: X509Certificate, { selector, matching, data }: Tlsa): boolean {
  const octets = selector === WHOLE_CERTIFICATE ? certificate.raw : keyOctets(certificate);
  if (octets === undefined) return false;
  if (matching === SHA_256) return createHash('sha256').update(octets).digest().equals(data);
  if (matching === SHA_512) return createHash('sha512').update(octets).digest().equals(data);
  return octets.equals(data);
}

/** A reused connection is compared with the records for each message, and parsing the key is the most expensive part. */
const KEY_OCTETS = new WeakMap<X509Certificate, Buffer>();

function keyOctets(certificate: X509Certificate): Buffer | undefined {
  const known = KEY_OCTETS.get(certificate);
  const octets = known ?? keyOf(certificate)?.export({ type: 'spki', format: 'der' });
  if (octets !== undefined) KEY_OCTETS.set(certificate, octets);
  return octets;
}

/** Undefined for an unsupported kind of key. */
function keyOf(certificate: X509Certificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}

/** The largest RSA keys that are verified: one check with an exponent of 3072 bits takes 6 ms, and there may be a hundred. */
const MODULUS_BITS = 8192;
const EXPONENT = 65_537n;

function isSignedBy(certificate: X509Certificate, key: KeyObject | undefined): boolean {
  const { modulusLength = 0, publicExponent = 0n } = key?.asymmetricKeyDetails ?? {};
  if (modulusLength > MODULUS_BITS || publicExponent > EXPONENT) return false;
  try {
    return key !== undefined && certificate.verify(key);
  } catch {
    return false;
  }
}

/**
 * Whether a certificate is for a name: RFC 8461 section 4.1 and RFC 7672 section 3.2.3. Only its subjectAltName counts, and a
 * `*` matches one whole label.
 */
export function isFor(certificate: X509Certificate, name: string): boolean {
  const rules = { subject: 'never', wildcards: true, partialWildcards: false } as const;
  return certificate.checkHost(name, rules) !== undefined;
}
