/**
 * The text of an API key: `veilpost`, 34 random letters and digits (202 bits), and a checksum of 6. The browser
 * extension of addy.io accepts only 40 to 60 letters and digits. The prefix lets secret scanners find a leaked key, and
 * the checksum detects a typo without a query.
 */

import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'veilpost';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DRAWN = 34;
const CHECKSUM = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${DRAWN + CHECKSUM}}$`);

/** @param random a whole number from 0 to below its argument, unpredictable */
export function drawApiKey(random: (below: number) => number = randomInt): string {
  let body = PREFIX;
  for (let i = 0; i < DRAWN; i++) body += ALPHABET.charAt(random(ALPHABET.length));
  return body + checksumOf(body);
}

/** Whether the text has the form of a key and its checksum fits: this rejects most other texts. */
export function isApiKey(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM);
}

/** The stored form. 202 random bits need no slow hash. @returns SHA-256, base64url */
export const apiKeyHash = (key: string): string => hash('sha256', key, 'base64url');

/** CRC-32 as six digits of base 62. */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECKSUM; i++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
