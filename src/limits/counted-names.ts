/** Names of the rows that count uses and stop letters: keyed hashes, so that the store receives no address. */

import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Hexadecimal digits of a name: 128 bits. A name may be in a letter's return path, and survives hosts that fold case.
 */
const DIGITS = 32;

/** One name under each key: the first for new rows; rows under all of them hold. */
export type KeyedNames = readonly [first: string, ...earlier: string[]];

/** @param kind of the row: the same text has another name in each kind */
export function namesOf(keys: readonly KeyObject[], kind: string, text: string): KeyedNames {
  const [first = '', ...earlier] = keys.map((key) =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest('hex').slice(0, DIGITS),
  );
  return [first, ...earlier];
}
