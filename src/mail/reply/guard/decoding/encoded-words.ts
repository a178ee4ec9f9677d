/**
 * Encoded words in header fields (RFC 2047), decoded everywhere, because programs also decode them in parameters, for
 * example.
 */

import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { charsetNamed } from './charset.ts';
import { decoderNamed } from './transfer-encoding.ts';

/** With the language of RFC 2231 section 5. Blanks in the text are not allowed, but some programs accept them. */
const WORD = /=\?([^?*\s]*)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;
/** RFC 2047 section 6.2: the blanks between two encoded words do not belong to the text. */
const BETWEEN = /(\?=)\s+(?==\?[^?\s]*\?[bq]\?)/gi;

type Decoded = {
  text: string;
  /** Whether all charsets are known. */
  readable: boolean;
};

/**
 * @param field one character (latin1) for each octet; those above 127 are read as UTF-8 (RFC 6532)
 * @param apart as in programs that decode each word separately: an open ISO-2022-JP mode, or half a character, does
 * not affect the next word
 */
export function decodeWords(field: string, { apart } = { apart: false }): Decoded {
  const joined = field.replaceAll(BETWEEN, '$1');
  let text = '';
  let readable = true;
  let from = 0;
  /** Octets of adjacent words: a character may be split between them. */
  let octets: Buffer[] = [];
  let charset = '';
  const flush = () => {
    if (octets.length === 0) return;
    const decoded = decodeText(Buffer.concat(octets), charset);
    readable &&= decoded !== undefined;
    text += decoded ?? '';
    octets = [];
  };
  for (const { 0: whole, 1: label = '', 2: way = '', 3: encoded = '', index } of joined.matchAll(
    WORD,
  )) {
    if (apart || index > from || label.toLowerCase() !== charset) flush();
    text += utf8(joined.slice(from, index));
    from = index + whole.length;
    charset = label.toLowerCase();
    octets.push(wordOctets(encoded, way.toLowerCase()));
  }
  flush();
  return { text: text + utf8(joined.slice(from)), readable };
}

/**
 * A separate text, decoded from its beginning. Undefined if the charset is not known, or is UTF-16: programs read it
 * in either byte order, and none writes it in a header.
 */
export function decodeText(octets: Buffer, label: string): string | undefined {
  const charset = charsetNamed(label === '' ? undefined : label);
  if (charset === undefined || charset.name.startsWith('utf-16')) return undefined;
  if (charset.extendsAscii && isAscii(octets)) return octets.toString('latin1');
  return new TextDecoder(charset.name).decode(octets);
}

/** RFC 2047 section 4. Broken base64 is decoded as Node does, as far as possible. */
function wordOctets(encoded: string, way: string): Buffer {
  if (way === 'b') return Buffer.from(encoded, 'base64');
  const octets = Buffer.from(encoded.replaceAll('_', ' '), 'latin1');
  return decoderNamed('quoted-printable')?.push(octets, true) ?? octets;
}

const utf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
