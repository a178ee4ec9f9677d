/** Charsets of texts (RFC 2046 section 4.1.2), by the labels of the Encoding Standard. */

import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';

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

/** ASCII of an unknown extension is read correctly as this one; only letters beyond ASCII are read as others. */
const ASCII_ABOVE = 'iso-8859-1';

/** Names of mail programs that the Encoding Standard lists under other names, or not at all. Outlook's begin with `-`. */
const NAMES = {
  shift_jis: 'cp932 x-ms-cp932 sjis-win shift-jisx0213 shift-jis-2004',
  gbk: 'cp936 ms936 x-windows-936 gb2312-80',
  'euc-kr': 'cp949 ms949 x-windows-949 euckr',
  big5: 'cp950 ms950 x-windows-950 big5hkscs',
  'windows-874': 'cp874 tis620',
  'euc-jp': 'eucjp eucjp-ms eucjp-win euc-jis-2004',
  'iso-2022-jp':
    'iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso-2022-jp-2004 iso-2022-jp-ms -iso-2022-jp$esc -iso-2022-jp',
  'iso-8859-1': 'latin-1',
  macintosh: 'macroman',
  'utf-8': 'utf8mb4 utf-8-mac cesu-8',
};
const STANDARD_NAMES = new Map(
  Object.entries(NAMES).flatMap(([name, others]) =>
    others.split(' ').map((other) => [other, name] as const),
  ),
);

/** Families in which each number has its own code page. */
const NUMBERED: readonly (readonly [RegExp, string])[] = [
  [/^iso-?8859-?(1[0-6]?|[2-9])$/, 'iso-8859-'],
  [/^(?:x-)?(?:win|windows|cp)-?(125[0-8])$/, 'windows-'],
];

/**
 * RFC 1428 section 3 has `unknown-8bit`: ASCII, with octets that the program does not know. The code pages of MS-DOS
 * and of the Macintosh, and those of single languages, also extend ASCII.
 */
const EXTENDS_ASCII =
  /^(?:(?:x-)?unknown(?:-8bit)?|none|default|ansi|binary|[78]bit|(?:us-?)?ascii(?:-8bit)?|(?:cp|ibm|dos)-?(?:437|7[237]\d|85\d|86\d|1125)|(?:x-)?mac-?[a-z]+|viscii|tcvn|koi8-[a-z]+|armscii-8|geostd8|georgian-(?:ps|academy))$/;

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

/** Labels of the Encoding Standard for decoding a text, best first. @param label as written in a message */
function standardLabels(label: string): string[] {
  // Some programs write single quotes.
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^'(.*)'$/, '$1');
  const dashed = plain.replaceAll('_', '-');
  const numbered = NUMBERED.flatMap(([form, name]) => {
    const number = form.exec(dashed)?.[1];
    return number === undefined ? [] : [name + number];
  });
  const alias = STANDARD_NAMES.get(dashed);
  return [
    plain,
    dashed,
    ...(alias === undefined ? numbered : [alias]),
    ...(EXTENDS_ASCII.test(dashed) ? [ASCII_ABOVE] : []),
  ];
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
