/** Key records (RFC 6376 section 3.6.1, with the Ed25519 keys of RFC 8463), and their look-up (section 3.6.2). */

import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Answer, Resolve } from '../../dns/answer.ts';
import { parsedOnce } from '../../dns/cache.ts';
import { base64, colonList, readTags } from './tag-list.ts';

/** The accepted algorithms. rsa-sha1 is obsolete (RFC 8301 section 3.1). */
export type SignatureAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

export type PublicKey = {
  /** The algorithm of the key. */
  algorithm: SignatureAlgorithm;
  key: KeyObject;
  /** Size of the modulus; 256 for Ed25519. */
  bits: number;
  /** An RSA key with too few bits to prove anything: RFC 8301 section 3.2. */
  weak: boolean;
  /** t=y: the domain is testing DKIM. */
  testing: boolean;
  /** t=s: i= must have exactly the domain of d=. */
  strict: boolean;
};

/** Why a record gives no usable key. */
export type KeyFlaw =
  /** The record breaks the grammar, or its p= is not a key. */
  | 'syntax'
  /** p= is empty: the key is revoked. */
  | 'revoked'
  /** k= is unknown, h= does not list SHA-256, or s= does not list email. */
  | 'other-use'
  /** A modulus or exponent that is too large: verification would delay other sessions. */
  | 'too-large';

export type KeyFound = PublicKey | KeyFlaw | 'no-key' | 'no-answer';

/** RFC 8301 section 3.2. */
const STRONG_BITS = 1024;
/** One check takes 0.15 ms at 4096 bits, 5 to 12 ms at 16,384. */
const MODULUS_BITS = 4096;
/** One check with an exponent of 3072 bits takes 34 ms. */
const EXPONENT = 65_537n;
/** RFC 8463 section 4: the 32 octets of the key are published without a wrapper. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const ED25519_OCTETS = 32;

/** Most records of one name that are read; RFC 6376 section 3.6.2.2 allows only one. */
const RECORDS = 4;

/** @param record the TXT record's strings joined, each character one octet */
export function readKey(record: string): PublicKey | KeyFlaw {
  const tags = readTags(record);
  const p = tags?.get('p');
  if (tags === undefined || p === undefined) return 'syntax';
  // RFC 6376 section 3.6.1: v=, if present, comes first.
  if (tags.has('v') && (tags.get('v') !== 'DKIM1' || tags.keys().next().value !== 'v')) {
    return 'syntax';
  }
  const lists = (tag: string, wanted: readonly string[]) => {
    const value = tags.get(tag);
    return value === undefined || colonList(value).some((item) => wanted.includes(item));
  };
  const type = tags.get('k') ?? 'rsa';
  const usable = type === 'rsa' || type === 'ed25519';
  if (!usable || !lists('h', ['sha256']) || !lists('s', ['*', 'email'])) return 'other-use';
  if (p === '') return 'revoked';
  const octets = base64(p);
  if (octets === undefined) return 'syntax';
  const made = type === 'rsa' ? rsaKey(octets) : ed25519Key(octets);
  if (typeof made === 'string') return made;
  const flags = colonList(tags.get('t') ?? '');
  return { ...made, testing: flags.includes('y'), strict: flags.includes('s') };
}

type Made = Pick<PublicKey, 'algorithm' | 'key' | 'bits' | 'weak'> | KeyFlaw;

function rsaKey(octets: Buffer): Made {
  // RFC 6376 section 3.6.1 names PKCS #1, and its examples have SPKI: both are used.
  const key = importKey(octets, 'spki') ?? importKey(octets, 'pkcs1');
  if (key?.asymmetricKeyType !== 'rsa') return 'syntax';
  const { modulusLength: bits = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (bits > MODULUS_BITS || publicExponent > EXPONENT) return 'too-large';
  return { algorithm: 'rsa-sha256', key, bits, weak: bits < STRONG_BITS };
}

function ed25519Key(octets: Buffer): Made {
  if (octets.length !== ED25519_OCTETS) return 'syntax';
  const key = importKey(Buffer.concat([ED25519_SPKI, octets]), 'spki');
  return key === undefined
    ? 'syntax'
    : { algorithm: 'ed25519-sha256', key, bits: 256, weak: false };
}

function importKey(key: Buffer, type: 'spki' | 'pkcs1'): KeyObject | undefined {
  try {
    return createPublicKey({ key, type, format: 'der' });
  } catch {
    return undefined;
  }
}

/** The first record with a valid key; without one, the flaw of the first. */
const keyIn = parsedOnce((answer: Answer<string>): KeyFound => {
  if (answer.kind === 'trouble') return 'no-answer';
  if (answer.kind !== 'records') return 'no-key';
  const read = answer.records.slice(0, RECORDS).map(readKey);
  return read.find((key) => typeof key !== 'string') ?? read[0] ?? 'no-key';
});

/** Never rejects. @param selector as `domain`, in A-labels */
export async function lookUpKey(
  resolve: Resolve,
  selector: string,
  domain: string,
): Promise<KeyFound> {
  return keyIn(await resolve(`${selector}._domainkey.${domain}`, 'TXT'));
}

/** Our own key record. @param key public, RSA @returns the text of the TXT record, which may be longer than one of its strings */
export function keyRecord(key: KeyObject): string {
  const p = key.export({ type: 'spki', format: 'der' }).toString('base64');
  return `v=DKIM1; k=rsa; p=${p}`;
}
