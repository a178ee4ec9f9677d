/**
 * The common part of a DKIM-Signature (RFC 6376 section 3.5) and an ARC-Message-Signature (RFC 8617 section 4.1.2).
 * It is a signature over header fields and the digest of the body.
 */

import type { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import type { Form } from './body-kernel.ts';
import { selectFields, signedOctets, withoutSignature } from './canonical-header.ts';
import { domainName } from './domain-name.ts';
import type { SignatureAlgorithm } from './public-key.ts';
import { base64, colonList, type TagList } from './tag-list.ts';

export type MessageSignature = {
  field: HeaderField;
  algorithm: SignatureAlgorithm;
  /** The value of b=. */
  signature: Buffer;
  /** In lower case and A-labels, as `selector`. */
  domain: string;
  selector: string;
  header: Form;
  body: Form;
  /** The value of h=, in lower case. */
  names: readonly string[];
  /** The value of bh=. */
  bodyHash: Buffer;
  /** The value of l=: the number of covered octets of the canonical body. Infinity if it is absent. */
  limit: number;
  /** The value of x=: seconds since 1970. Infinity if it is absent. */
  expires: number;
};

export type SignatureFlaw =
  /** A tag is missing, or its value is invalid. */
  | 'syntax'
  /** rsa-sha1. */
  | 'weak-algorithm'
  | 'unknown-algorithm'
  | 'unknown-canonicalization';

/** Most names in one h=. */
const NAMES = 256;
/** RFC 5322 section 2.2. */
const FIELD_NAME = /^[!-9<-~]+$/;
const SECONDS = /^\d{1,12}$/;
/** RFC 6376 section 3.5: up to 76 digits. */
const OCTETS = /^\d{1,76}$/;

/** @param defaultForm of header and body if c= is absent */
export function readMessageSignature(
  field: HeaderField,
  tags: TagList,
  defaultForm: Form,
): MessageSignature | SignatureFlaw {
  const sealed = readSignedBy(tags);
  if (typeof sealed === 'string') return sealed;
  const forms = formsOf(tags.get('c'), defaultForm);
  if (forms === undefined) return 'unknown-canonicalization';
  const bodyHash = base64(tags.get('bh') ?? '');
  const names = fieldNames(tags.get('h'));
  const limit = tags.get('l');
  const expires = tags.get('x');
  if (bodyHash === undefined || names === undefined) return 'syntax';
  if (limit !== undefined && !OCTETS.test(limit)) return 'syntax';
  if (expires !== undefined && !SECONDS.test(expires)) return 'syntax';
  return {
    field,
    ...sealed,
    ...forms,
    names,
    bodyHash,
    limit: limit === undefined ? Infinity : Number(limit),
    expires: expires === undefined ? Infinity : Number(expires),
  };
}

/** The signer and the algorithm: a=, b=, d=, s=, and a check of t=. An ARC seal has no other tags. */
export function readSignedBy(
  tags: TagList,
): Pick<MessageSignature, 'algorithm' | 'signature' | 'domain' | 'selector'> | SignatureFlaw {
  const algorithm = tags.get('a');
  const signature = base64(tags.get('b') ?? '');
  const domain = domainName(tags.get('d') ?? '');
  const selector = domainName(tags.get('s') ?? '');
  if (algorithm === undefined || signature === undefined) return 'syntax';
  if (domain === undefined || selector === undefined) return 'syntax';
  if (!SECONDS.test(tags.get('t') ?? '0')) return 'syntax';
  // RFC 8301 section 3.1.
  if (algorithm === 'rsa-sha1') return 'weak-algorithm';
  if (algorithm !== 'rsa-sha256' && algorithm !== 'ed25519-sha256') return 'unknown-algorithm';
  return { algorithm, signature, domain, selector };
}

/** The octets that b= signs. */
export function coveredOctets(
  { field, names, header }: MessageSignature,
  block: HeaderBlock,
): Buffer {
  return signedOctets(selectFields(block, names, field), header, withoutSignature(field));
}

const isForm = (text: string | undefined) => text === 'simple' || text === 'relaxed';

function formsOf(
  c: string | undefined,
  defaultForm: Form,
): Pick<MessageSignature, 'header' | 'body'> | undefined {
  if (c === undefined) return { header: defaultForm, body: defaultForm };
  // RFC 6376 section 3.5: a single name is the header's form, and the body's is simple.
  const [header, body = 'simple', ...more] = c.split('/');
  return isForm(header) && isForm(body) && more.length === 0 ? { header, body } : undefined;
}

function fieldNames(h: string | undefined): string[] | undefined {
  if (h === undefined) return undefined;
  // An empty name selects nothing; the ARC suite has one in a valid list.
  const names = colonList(h).filter((name) => name !== '');
  if (names.length > NAMES || !names.every((name) => FIELD_NAME.test(name))) return undefined;
  return names.map((name) => name.toLowerCase());
}
