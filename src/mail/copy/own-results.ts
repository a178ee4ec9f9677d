/** Results under our name that we did not write: RFC 8601 section 5 requires their removal. */

import { domainToUnicode } from 'node:url';
import { withoutComments } from '../message/comments.ts';
import { decodeWords } from '../reply/guard/decoding/encoded-words.ts';

/** The common form: a name and a semicolon. */
const USUAL = /^ ?([\w-]+(?:\.[\w-]+)*);/;
/** Names are never longer. */
const NAME_OCTETS = 300;

const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Whether any program may read our name before the results. Covers the token and quoted string of RFC 8601 section
 * 2.2. Also covers encoded words, stray signs before the name, invisible characters, a final dot, and an unclosed
 * comment.
 * @param body of Authentication-Results, unfolded, one character for each octet
 * @param authservId our name
 */
export function claimsOurResults(body: string, authservId: string): boolean {
  const own = authservId.toLowerCase();
  const usual = USUAL.exec(body)?.[1];
  if (usual !== undefined) return usual.toLowerCase() === own;
  const plain = withoutComments(body);
  const text = decodeWords(/\S/.test(plain) ? plain : body).text.normalize('NFKC');
  const shown = text.replaceAll(UNSEEN, '').replaceAll(/["\\]/g, '').toLowerCase();
  const [head = ''] = shown.replace(/^[^\p{L}\p{N}]+/u, '').split(/[;=]/, 1);
  const names = [...head.split(/[^\p{L}\p{M}\p{N}._-]+/u), head.replaceAll(/\s/g, '')]
    .filter((name) => name.length <= NAME_OCTETS)
    .map((name) => name.replaceAll(/^\.+|\.+$/g, ''));
  return names.includes(own) || names.includes(domainToUnicode(own));
}
