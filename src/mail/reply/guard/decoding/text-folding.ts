/**
 * The folded form of a text, in which an address has one spelling. It is in lower case, in compatibility
 * decomposition without marks, with entities, percent-encoding and escapes resolved. Blanks, line ends, marks of
 * quoted lines and invisible characters are removed.
 */

import { unitsOf } from './charset.ts';
import { entityAt, escapeAt, percentAt, type DecodedCharacter } from './escapes.ts';

/** A piece of a text being folded: code units, and their folded form. */
export type Folding = {
  /** UTF-16 code units of the text, including escapes. */
  units: Uint16Array;
  /** Folded code units; room for three times as many as are read. */
  folded: Uint16Array;
  /** For each folded unit, the index of its original unit in the text. */
  origins: Uint32Array;
};

/** Most folded units of one character. */
export const MOST_FOLDED = 3;
/** Units that must follow a character before it is read, unless the text ends: the longest nested escape. */
export const LOOK_AHEAD = 64;

const LF = 10;
const CR = 13;
const AMPERSAND = 38;
const PERCENT = 37;
const BACKSLASH = 92;
const QUOTE_MARK = 62;

/** For an ASCII unit: 0 if it is removed, 1 if it needs decoding, else its folded form. */
const NOTHING = 0;
const LOOK = 1;
const ASCII = Uint8Array.from({ length: 128 }, (_, unit) => {
  if ([LF, CR, AMPERSAND, PERCENT, BACKSLASH, QUOTE_MARK].includes(unit)) return LOOK;
  return unit <= 32 || unit === 127
    ? NOTHING
    : String.fromCharCode(unit).toLowerCase().charCodeAt(0);
});

/** The foldings of characters seen so far: 0 if not seen, 1 for nothing, 2 for several units. */
const known = new Uint16Array(65_536);
const several = new Map<number, string>();
const UNKNOWN = 0;
const EMPTY = 1;
const SEVERAL = 2;

/** Marks, invisible characters, blanks. */
const LEFT_OUT = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\s]/gu;
/** UTS 46 section 2.3 treats them as the dot between labels. */
const DOTS = /[\u3002\uff61]/g;
/** All dashes look alike: hyphens, minus signs, and the bullet. */
const DASHES = /[\p{Pd}\u02d7\u2043\u2212]/gu;
/** Programs curl an apostrophe during typing, and keyboards have similar accents: primes, quotes, an acute. */
const APOSTROPHES = /[\u00b4\u02b9\u02bb-\u02bd\u02ca\u2018\u2019\u201b\u2032]/g;

/** The folded form of one character. */
function foldedCharacter(codePoint: number): string {
  return (
    String.fromCodePoint(codePoint)
      .replaceAll(DOTS, '.')
      // Before the decomposition: an acute decomposes into a blank and a mark.
      .replaceAll(APOSTROPHES, "'")
      .normalize('NFKD')
      .toUpperCase()
      .toLowerCase()
      .replaceAll(LEFT_OUT, '')
      .replaceAll(DASHES, '-')
      .slice(0, MOST_FOLDED)
  );
}

/** The folded form of a text without escapes, such as a needle. */
export function foldPlain(text: string): string {
  if (/^[!-~]*$/.test(text)) return text.toLowerCase();
  return Array.from(text, (char) => foldedCharacter(char.codePointAt(0) ?? 0)).join('');
}

/** The folded form of a short text, with its escapes resolved. */
export function foldEscaped(text: string): string {
  const units = unitsOf(text);
  const folded = new Uint16Array(units.length * MOST_FOLDED);
  const end = units.length;
  const { count } = fold(
    { units, folded, origins: new Uint32Array(folded.length) },
    { from: 0, until: end, end, base: 0, count: 0 },
    { atLineStart: false },
  );
  return Buffer.from(folded.buffer).toString('utf16le', 0, count * 2);
}

/** The state of folding between pieces of a text. */
export type FoldingState = {
  /** Whether the line has only blanks and quote marks so far. */
  atLineStart: boolean;
};

/**
 * Folds the units from `from` until `until`, and the rest of an escape that begins before `until`.
 * @param end index after the last available unit
 * @param base index of the first unit in the whole text
 * @param count folded units so far
 * @returns the new count, and the index of the first unit that was not read
 */
export function fold(
  { units, folded, origins }: Folding,
  { from, until, end, base, count }: Record<'from' | 'until' | 'end' | 'base' | 'count', number>,
  state: FoldingState,
): { count: number; read: number } {
  let n = count;
  let at = from;
  let { atLineStart } = state;
  while (at < until) {
    const unit = units[at] ?? 0;
    const becomes = unit < 128 ? (ASCII[unit] ?? NOTHING) : LOOK;
    if (becomes > LOOK) {
      folded[n] = becomes;
      origins[n++] = base + at++;
      atLineStart = false;
      continue;
    }
    if (becomes === NOTHING) {
      at++;
      continue;
    }
    if (unit === LF || unit === CR || (unit === QUOTE_MARK && atLineStart)) {
      // RFC 3676 section 4.5: a quoted line begins with these marks, and its text continues after them.
      atLineStart = true;
      at++;
      continue;
    }
    const { codePoint, also, next } = readCharacter(units, at, end);
    const before = n;
    n = put(codePoint, base + at, n, folded, origins);
    if (also !== undefined) n = put(also, base + at, n, folded, origins);
    atLineStart &&= n === before;
    at = next;
  }
  state.atLineStart = atLineStart;
  return { count: n, read: at };
}

/** Index after the character that begins at the index, including its escape. */
export function endOfCharacter(units: Uint16Array, at: number): number {
  return readCharacter(units, at, units.length).next;
}

function put(
  codePoint: number,
  origin: number,
  n: number,
  folded: Uint16Array,
  origins: Uint32Array,
): number {
  const text = foldingOf(codePoint);
  for (let i = 0; i < text.length; i++) {
    folded[n + i] = text.charCodeAt(i);
    origins[n + i] = origin;
  }
  return n + text.length;
}

function foldingOf(codePoint: number): string {
  if (codePoint > 0xffff) return foldedCharacter(codePoint);
  const folding = known[codePoint] ?? UNKNOWN;
  if (folding === EMPTY) return '';
  if (folding === SEVERAL) return several.get(codePoint) ?? '';
  if (folding !== UNKNOWN) return String.fromCharCode(folding);
  const text = foldedCharacter(codePoint);
  const single = text.length === 1 ? text.charCodeAt(0) : 0;
  known[codePoint] = text === '' ? EMPTY : single > SEVERAL ? single : SEVERAL;
  if (known[codePoint] === SEVERAL) several.set(codePoint, text);
  return text;
}

/** One character with its escapes, which may be nested: `%2540` in a URL. */
function readCharacter(units: Uint16Array, at: number, end: number): DecodedCharacter {
  let codePoint = units[at] ?? 0;
  let next = at + 1;
  const low = units[next] ?? 0;
  if (codePoint >> 10 === 0x36 && low >> 10 === 0x37 && next < end) {
    // A surrogate pair: The Unicode Standard, section 3.9.
    return { codePoint: 0x10000 + ((codePoint & 0x3ff) << 10) + (low & 0x3ff), next: next + 1 };
  }
  for (;;) {
    const read =
      codePoint === AMPERSAND
        ? entityAt(units, next, end)
        : codePoint === PERCENT
          ? percentAt(units, next, end)
          : codePoint === BACKSLASH
            ? escapeAt(units, next, end)
            : undefined;
    if (read === undefined) return { codePoint, next };
    if (read.also !== undefined) return read;
    ({ codePoint, next } = read);
  }
}
