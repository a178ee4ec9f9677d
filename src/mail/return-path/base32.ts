/** Octets, numbers and text as digits that survive hosts that fold case: base32 of RFC 4648, without padding. */

/** Section 6, in lower case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Smallest first; the index of the alphabet in this list is the first digit. */
const PACKINGS = [
  'abcdefghijklmnopqrstuvwxyz0123456789.-_=+@',
  String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)),
];

export function toBase32(octets: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const octet of octets) {
    held = (held << 8) | octet;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

/**
 * Decodes the digits of `toBase32`, in any case. Octets have one spelling: RFC 4648 section 3.5 allows a decoder to
 * reject others.
 * @returns undefined if a character is not base32, or bits are left over that belong to no octet
 */
export function fromBase32(text: string): Buffer | undefined {
  const octets: number[] = [];
  let bits = 0;
  let held = 0;
  for (const char of text.toLowerCase()) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) return undefined;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      octets.push((held >> bits) & 255);
      held &= (1 << bits) - 1;
    }
  }
  return bits < 5 && held === 0 ? Buffer.from(octets) : undefined;
}

/** A whole number, 0 or more, as base32 digits. */
export function numberToBase32(value: number): string {
  const rest = Math.floor(value / 32);
  return (rest > 0 ? numberToBase32(rest) : '') + ALPHABET[value % 32];
}

/** @returns undefined if the text is empty or has another character */
export function numberFromBase32(text: string): number | undefined {
  let value = 0;
  for (const char of text.toLowerCase()) {
    const digit = ALPHABET.indexOf(char);
    if (digit < 0) return undefined;
    value = value * 32 + digit;
  }
  return text === '' ? undefined : value;
}

/**
 * Text with few different characters, as short as possible: a sender that is too long for base32 of its octets may fit
 * in this form. The text becomes one number whose digits are the characters' indices in an alphabet.
 * @returns base32hex digits (RFC 4648 section 7); undefined if a character is in no alphabet
 */
export function pack(text: string): string | undefined {
  const characters = Array.from(text);
  const scheme = PACKINGS.findIndex((one) => characters.every((char) => one.includes(char)));
  const alphabet = PACKINGS[scheme];
  if (alphabet === undefined) return undefined;
  const base = BigInt(alphabet.length);
  // The leading 1 keeps initial characters of value 0.
  let number = 1n;
  for (const char of characters) number = number * base + BigInt(alphabet.indexOf(char));
  return `${scheme}${number.toString(32)}`;
}

/** @param packed in any case @returns undefined if we did not pack the digits */
export function unpack(packed: string): string | undefined {
  const alphabet = PACKINGS[Number(packed.slice(0, 1))];
  if (alphabet === undefined || !/^.[0-9a-v]+$/i.test(packed)) return undefined;
  const base = BigInt(alphabet.length);
  let number = 0n;
  for (const digit of packed.slice(1)) number = number * 32n + BigInt(parseInt(digit, 32));
  let text = '';
  for (; number > 1n; number /= base) text = (alphabet[Number(number % base)] ?? '') + text;
  return number === 1n ? text : undefined;
}

/** RFC 5321 section 4.5.3.1.1. */
export const LOCAL_PART_OCTETS = 64;
/** RFC 1035 section 2.3.4. */
const LABELS = /.{1,63}/g;

/** An address of these characters: if a local part has no room for all, they continue in labels below the domain. */
export function spelled(text: string, domain: string): string {
  const labels = text.slice(LOCAL_PART_OCTETS).match(LABELS) ?? [];
  return `${text.slice(0, LOCAL_PART_OCTETS)}@${[...labels, domain].join('.')}`;
}

/** The characters in the labels of an address that `spelled` has made. @param host the part after the at sign */
export const belowDomain = (host: string, domain: string): string =>
  host.slice(0, -domain.length).replaceAll('.', '');
