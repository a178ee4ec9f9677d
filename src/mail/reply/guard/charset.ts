/** Charsets of texts (RFC 2046 section 4.1.2), as the labels of the Encoding Standard have them. */

import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';

export type Charset = {
  /** The Encoding Standard's name. */
  name: string;
  /** An octet below 128 is that character of ASCII, unless it belongs to a character with octets above. */
  extendsAscii: boolean;
};

export const UTF_8: Charset = { name: 'utf-8', extendsAscii: true };
const UTF_16: readonly Charset[] = ['utf-16le', 'utf-16be'].map((name) => ({
  name,
  extendsAscii: false,
}));
/** One character for each octet. */
export const OCTETS: Charset = { name: 'latin1', extendsAscii: true };

/** Names that mail programs write for charsets that the Encoding Standard has under others. */
const ALIASES = new Map([
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['ms936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['ms949', 'euc-kr'],
  ['cp950', 'big5'],
  ['ms950', 'big5'],
  ['cp874', 'windows-874'],
  ['eucjp', 'euc-jp'],
  ['eucjp-ms', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-ms', 'iso-2022-jp'],
  // Outlook's.
  ['_iso-2022-jp$esc', 'iso-2022-jp'],
  ['_iso-2022-jp', 'iso-2022-jp'],
  ['latin-1', 'iso-8859-1'],
  // RFC 1428 section 3: ASCII, with octets of which the program knows nothing.
  ['unknown-8bit', 'iso-8859-1'],
]);

/** By the labels that were seen, in lower case: the Encoding Standard has some 230. To ask for one costs a decoder. */
const KNOWN = new Map<string, Charset>();

/** Undefined where it cannot be decoded here, UTF-7 for example. @param label undefined where the text names none */
export function charsetNamed(label: string | undefined): Charset | undefined {
  if (label === undefined) return UTF_8;
  const key = label.trim().toLowerCase();
  const before = KNOWN.get(key);
  if (before !== undefined) return before;
  try {
    const name = new TextDecoder(ALIASES.get(key) ?? key).encoding;
    const charset = { name, extendsAscii: !/^(?:utf-16|iso-2022)/.test(name) };
    KNOWN.set(key, charset);
    return charset;
  } catch {
    return undefined;
  }
}

/**
 * The ways in which a text may be read: programs heed a byte order mark, or the label, or neither where it is no UTF-16 at all
 * (RFC 2781 section 4.3 has another default than the Encoding Standard).
 * @param beginning the first octets of the text
 */
export function readings(charset: Charset, beginning: Buffer): readonly Charset[] {
  const mark = beginning.toString('latin1', 0, 2);
  const wide = charset.name.startsWith('utf-16') || mark === '\xfe\xff' || mark === '\xff\xfe';
  if (wide) return [...UTF_16, charset.name.startsWith('utf-16') ? UTF_8 : charset];
  const readAs = beginning.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? UTF_8 : charset;
  return readAs.extendsAscii ? [readAs] : [readAs, UTF_8];
}

/** A text as UTF-16 code units, piece by piece. */
export class CharsetDecoder {
  readonly #charset: Charset;
  /** Made for the first piece that needs it: most texts are ASCII. */
  #decoder: TextDecoder | undefined;
  /** The last piece may have ended within a character. */
  #within = false;

  constructor(charset: Charset) {
    this.#charset = charset;
  }

  push(octets: Buffer, last: boolean): Uint16Array {
    const ascii = this.#charset.extendsAscii && isAscii(octets);
    if (this.#charset === OCTETS || (ascii && !this.#within)) {
      return unitsOf(octets.toString('latin1'));
    }
    this.#within = !ascii;
    // With the mark, the units keep their places.
    this.#decoder ??= new TextDecoder(this.#charset.name, { ignoreBOM: true });
    return unitsOf(this.#decoder.decode(octets, { stream: !last }));
  }
}

/** The code units of a text. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}
