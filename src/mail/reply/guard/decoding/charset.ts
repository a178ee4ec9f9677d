/** Charsets of texts (RFC 2046 section 4.1.2), by the labels of the Encoding Standard. */

import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { standardLabels } from './charset-labels.ts';

export type Charset = {
  /** The Encoding Standard's name. */
  name: string;
  /** Whether an octet below 128 is that ASCII character, unless it belongs to a multi-octet character. */
  extendsAscii: boolean;
};

export const UTF_8: Charset = { name: 'utf-8', extendsAscii: true };
const UTF_16: readonly Charset[] = ['utf-16le', 'utf-16be'].map((name) => ({
  name,
  extendsAscii: false,
}));
/** One character for each octet. */
export const OCTETS: Charset = { name: 'latin1', extendsAscii: true };

/** By the labels seen so far. Each look-up costs a decoder. */
const KNOWN = new Map<string, Charset>();
/** Twice as many as the Encoding Standard has: a stranger controls the case and the blanks of a label. */
const MOST_KNOWN = 500;

/** Undefined if we cannot decode it, for example UTF-7. @param label undefined if the text has none */
export function charsetNamed(label: string | undefined): Charset | undefined {
  if (label === undefined) return UTF_8;
  const before = KNOWN.get(label);
  if (before !== undefined) return before;
  for (const one of standardLabels(label)) {
    const name = decodableName(one);
    if (name === undefined) continue;
    const charset = { name, extendsAscii: !/^(?:utf-16|iso-2022)/.test(name) };
    if (KNOWN.size < MOST_KNOWN) KNOWN.set(label, charset);
    return charset;
  }
  return undefined;
}

function decodableName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * The possible decodings of a text. Programs follow a byte order mark, or the label, or neither if the text is not
 * UTF-16 at all. RFC 2781 section 4.3 has another default than the Encoding Standard.
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
  /** Created for the first piece that needs it: most texts are ASCII. */
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
    // With the mark, the units keep their positions.
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
