/**
 * Text with few different characters as base32 digits, as short as possible. A sender that is too long for base32 of
 * its octets may fit in this form. The text becomes one number whose digits are the characters' indices in an
 * alphabet.
 */

/** Smallest first; the index of the alphabet in this list is the first digit. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz0123456789.-_=+@', printableAscii()];

/** @returns undefined if a character is in no alphabet */
export function pack(text: string): string | undefined {
  const characters = Array.from(text);
  const scheme = ALPHABETS.findIndex((one) => characters.every((char) => one.includes(char)));
  const alphabet = ALPHABETS[scheme];
  if (alphabet === undefined) return undefined;
  const base = BigInt(alphabet.length);
  // The leading 1 keeps initial characters of value 0.
  let number = 1n;
  for (const char of characters) number = number * base + BigInt(alphabet.indexOf(char));
  return `${scheme}${number.toString(32)}`;
}

/** @param packed in any case @returns undefined if we did not pack the digits */
export function unpack(packed: string): string | undefined {
  const alphabet = ALPHABETS[Number(packed.slice(0, 1))];
  if (alphabet === undefined || !/^.[0-9a-v]+$/i.test(packed)) return undefined;
  const base = BigInt(alphabet.length);
  let number = 0n;
  for (const digit of packed.slice(1)) number = number * 32n + BigInt(parseInt(digit, 32));
  let text = '';
  for (; number > 1n; number /= base) text = (alphabet[Number(number % base)] ?? '') + text;
  return number === 1n ? text : undefined;
}

function printableAscii(): string {
  return Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
}
