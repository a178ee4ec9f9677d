/** Lower-case base32 without padding (alphabet of RFC 4648 section 6): it survives hosts that fold case. */

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

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
