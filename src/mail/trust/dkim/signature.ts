/** One DKIM-Signature field: RFC 6376 section 3.5. */

import type { HeaderField } from '../../message/header-block.ts';
import { domainName, isWithin } from '../signature/domain-name.ts';
import {
  type MessageSignature,
  readMessageSignature,
  type SignatureFlaw,
} from '../signature/message-signature.ts';
import { colonList, readTags } from '../signature/tag-list.ts';

/** The name of the field, in lower case. */
export const DKIM_SIGNATURE = 'dkim-signature';

export type DkimSignature = MessageSignature & {
  /** The domain of i=; that of d= if i= is absent. */
  identity: string;
  /** The local part of i=, which names a user of that domain (RFC 6376 section 3.5); empty if i= names none. */
  user: string;
};

/** Why a signature is not examined further. */
export type DkimFlaw =
  | SignatureFlaw
  | 'unknown-version'
  | 'unknown-query'
  | 'from-not-covered'
  | 'foreign-identity';

/** A flawed signature, with d= and s= if they can be read. */
export type FlawedSignature = { flaw: DkimFlaw; domain?: string; selector?: string };

export function readDkimSignature(
  field: HeaderField,
): { signature: DkimSignature } | FlawedSignature {
  const tags = readTags(field.value);
  if (tags === undefined) return { flaw: 'syntax' };
  const flawed = (flaw: DkimFlaw): FlawedSignature => {
    const domain = domainName(tags.get('d') ?? '');
    const selector = domainName(tags.get('s') ?? '');
    return { flaw, ...(domain && { domain }), ...(selector && { selector }) };
  };
  // RFC 6376 section 6.1.1: a verifier must not interpret another version.
  if (tags.get('v') !== '1') return flawed('unknown-version');
  const signature = readMessageSignature(field, tags, 'simple');
  if (typeof signature === 'string') return flawed(signature);
  if (!colonList(tags.get('q') ?? 'dns/txt').includes('dns/txt')) return flawed('unknown-query');
  // RFC 6376 section 5.4: From must be covered.
  if (!signature.names.includes('from')) return flawed('from-not-covered');
  const i = tags.get('i');
  const identity = identityOf(i, signature.domain);
  if (identity === undefined) return flawed('foreign-identity');
  return { signature: { ...signature, identity, user: userOf(i) } };
}

/** RFC 6376 section 3.5: i= must have the domain of d= or one below it. */
function identityOf(i: string | undefined, domain: string): string | undefined {
  if (i === undefined) return domain;
  const identity = domainName(i.slice(i.lastIndexOf('@') + 1));
  if (!i.includes('@') || identity === undefined) return undefined;
  return isWithin(identity, domain) ? identity : undefined;
}

/** RFC 6376 section 2.11: blanks are ignored, and octets may be written as in quoted-printable. */
function userOf(i = ''): string {
  const plain = i.slice(0, Math.max(0, i.lastIndexOf('@'))).replaceAll(/[ \t\r\n]/g, '');
  const octets = plain.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(octets, 'latin1').toString('utf8');
}
