/** Searches a header field for the owner: as written, and as a mail program shows it. */

import { withoutComments } from '../../message/folding.ts';
import { readParameters } from './content-fields.ts';
import { decodeWords } from './decoding/encoded-words.ts';
import type { Needle, Needles } from './needles.ts';
import { shows } from './text-search.ts';

/** `unreadable`: an encoded word or a parameter has a charset that cannot be decoded here. */
export type HeaderFinding = 'clean' | 'shows-owner' | 'unreadable';

/**
 * Searches inside encoded words (RFC 2047), parameters (RFC 2231), comments and quoted strings. The owner's own
 * domain counts.
 * @param text a field, its body, or a part of it such as a phrase; one character (latin1) for each octet, folded or
 * not
 */
export function searchHeader(text: string, { names }: Needles): HeaderFinding {
  const words = decodeWords(text);
  const apart = text.includes('=?') ? decodeWords(text, { apart: true }).text : words.text;
  const parameters = text.includes(';') ? readParameters(text) : undefined;
  const views = new Set([
    Buffer.from(text, 'latin1').toString('utf8'),
    words.text,
    unquoted(words.text),
    apart,
    unquoted(apart),
    ...(parameters?.named.values() ?? []),
  ]);
  if ([...views].some((view) => showsAny(view, names))) return 'shows-owner';
  return words.readable && parameters?.readable !== false ? 'clean' : 'unreadable';
}

/** RFC 5322 section 3.2: comments, quotes and backslashes may break an address, and do not belong to it. */
const unquoted = (text: string) => withoutComments(text, 'kept').replaceAll(/["\\]/g, '');

const showsAny = (text: string, needles: readonly Needle[]) => text !== '' && shows(text, needles);
