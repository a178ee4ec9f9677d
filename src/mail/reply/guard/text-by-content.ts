/** Finds texts whose type hides them: programs attach patches, keys and files without an extension as octets. */

import { type Charset, charsetNamed, UTF_8 } from './decoding/charset.ts';

/** Decoded octets inspected at the beginning of a part. */
export const INSPECTED_OCTETS = 4096;
/** A text has hardly any control characters; in compressed octets every tenth is one. */
const TEXTS_PER_CONTROL = 100;
/** In UTF-16 every other octet of ASCII is NUL. */
const WIDE = charsetNamed('utf-16le') ?? UTF_8;
/** UTF-8 and UTF-16 in both orders. */
const MARKS = ['\xef\xbb\xbf', '\xff\xfe', '\xfe\xff'];

/**
 * Undefined if the octets are not text.
 * @param beginning the first octets, decoded.
 * @param charset that of the part, if it names one
 */
export function textByContent(
  beginning: Buffer,
  charset: Charset = UTF_8,
): { charset: Charset; html: boolean } | undefined {
  const text = beginning.toString('latin1');
  const wide = isWide(text);
  const narrow = wide ? text.replaceAll('\0', '') : text;
  if (!MARKS.some((mark) => text.startsWith(mark)) && !isText(narrow)) return undefined;
  return { charset: wide ? WIDE : charset, html: /<[a-z!/]/i.test(text.replaceAll('\0', '')) };
}

function isText(text: string): boolean {
  if (text === '' || text.includes('\0')) return false;
  // oxlint-disable-next-line no-control-regex
  const controls = text.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0;
  return controls * TEXTS_PER_CONTROL <= text.length;
}

/** Whether NULs are only at odd positions, or only at even ones, and are at least a quarter of all octets. */
function isWide(text: string): boolean {
  const counts = [0, 0];
  for (let at = text.indexOf('\0'); at >= 0; at = text.indexOf('\0', at + 1)) {
    counts[at % 2] = (counts[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = counts;
  return (even === 0 || odd === 0) && (even + odd) * 4 >= text.length && text !== '';
}
