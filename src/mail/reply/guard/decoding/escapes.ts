/** Escaped characters: HTML entities, percent-encoding of RFC 3986 section 2.1, and JSON escapes. */

import { DecodingMode, HtmlEntityDecoder } from 'entities/decode';

/** A character, and the index after its spelling. */
export type DecodedCharacter = {
  codePoint: number;
  /** The second character of an entity that means two: `fjlig`. */
  also?: number;
  next: number;
};

const HASH = 35;
const PERCENT = 37;
const SEMICOLON = 59;
const ZERO = 48;
const LETTER_U = 117;
const LETTER_X = 120;
const MOST_DIGITS = 8;
const MOST_ZEROS = 24;
/** One more than the longest entity name has. */
const MOST_LETTERS = 32;

/** HTML section 13.2.5.80: these numbers are characters of windows-1252, including a curly apostrophe. */
const FIRST_C1 = 0x80;
const C1 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, i) => FIRST_C1 + i),
);

/** HTML section 13.2.5.72: the semicolon after a number may be missing. @param at index after the ampersand */
export function entityAt(
  units: Uint16Array,
  at: number,
  end: number,
): DecodedCharacter | undefined {
  if (units[at] === HASH) {
    const hex = ((units[at + 1] ?? 0) | 0x20) === LETTER_X;
    let from = at + (hex ? 2 : 1);
    const zeros = Math.min(end, from + MOST_ZEROS);
    while (from < zeros && units[from] === ZERO && digitOf(units[from + 1] ?? 0) >= 0) from++;
    return numberAt(units, from, Math.min(end, from + MOST_DIGITS), hex ? 16 : 10);
  }
  let i = at;
  while (i < end && i < at + MOST_LETTERS && isLetterOrDigit(units[i] ?? 0)) i++;
  if (i < end && units[i] === SEMICOLON) i++;
  return i > at ? namedEntity(String.fromCharCode(...units.subarray(at, i)), at) : undefined;
}

let named = '';
const namedEntities = new HtmlEntityDecoder((unit) => {
  named += String.fromCharCode(unit);
});

/** HTML section 13.2.5.73: early entity names need no semicolon. @param run the text after the ampersand */
function namedEntity(run: string, at: number): DecodedCharacter | undefined {
  named = '';
  namedEntities.startEntity(DecodingMode.Legacy);
  const whole = namedEntities.write(run, 0);
  const consumed = whole < 0 ? namedEntities.end() : whole;
  const [first, second] = named;
  if (first === undefined) return undefined;
  return {
    codePoint: first.codePointAt(0) ?? 0,
    ...(second === undefined ? {} : { also: second.codePointAt(0) ?? 0 }),
    // The ampersand counts too.
    next: at + consumed - 1,
  };
}

const isLetterOrDigit = (unit: number) =>
  ((unit | 0x20) >= 97 && (unit | 0x20) <= 122) || (unit >= 48 && unit <= 57);

function numberAt(units: Uint16Array, from: number, end: number, radix: 10 | 16) {
  let codePoint = 0;
  let at = from;
  for (; at < end; at++) {
    const digit = digitOf(units[at] ?? 0);
    if (digit < 0 || digit >= radix) break;
    codePoint = codePoint * radix + digit;
  }
  if (at === from || codePoint > 0x10ffff) return undefined;
  const next = units[at] === SEMICOLON ? at + 1 : at;
  return { codePoint: C1.codePointAt(codePoint - FIRST_C1) ?? codePoint, next };
}

/** The value of a hexadecimal digit; -1 for any other character. */
function digitOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = (unit | 0x20) - 97;
  return unit < 128 && letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/** -1 if there are not two hexadecimal digits. */
function octetAt(units: Uint16Array, at: number, end: number): number {
  const high = digitOf(units[at] ?? 0);
  const low = digitOf(units[at + 1] ?? 0);
  return at + 1 < end && high >= 0 && low >= 0 ? high * 16 + low : -1;
}

/** The octets of one character in UTF-8 (RFC 3987 section 3.2). @param at index after the percent sign */
export function percentAt(
  units: Uint16Array,
  at: number,
  end: number,
): DecodedCharacter | undefined {
  const first = octetAt(units, at, end);
  if (first < 0) return undefined;
  let next = at + 2;
  // RFC 3629 section 3.
  const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
  let codePoint = more === 0 ? first : first & (0x3f >> more);
  for (let i = 0; i < more; i++) {
    const octet = units[next] === PERCENT ? octetAt(units, next + 1, end) : -1;
    if (octet >> 6 !== 2) return { codePoint: first, next: at + 2 };
    codePoint = (codePoint << 6) | (octet & 0x3f);
    next += 3;
  }
  return codePoint > 0x10ffff ? undefined : { codePoint, next };
}

/** RFC 8259 section 7. @param at index after the backslash */
export function escapeAt(
  units: Uint16Array,
  at: number,
  end: number,
): DecodedCharacter | undefined {
  if (units[at] !== LETTER_U) return undefined;
  const high = octetAt(units, at + 1, end);
  const low = octetAt(units, at + 3, end);
  return high < 0 || low < 0 ? undefined : { codePoint: high * 256 + low, next: at + 5 };
}
