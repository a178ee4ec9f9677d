/** The arithmetic of a signature. */

import { createHash, verify } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PublicKey } from './public-key.ts';

/** @param octets what was signed @returns false where it is not signed by this key, for whatever reason */
export function isSigned(
  octets: Buffer,
  signature: Buffer,
  { algorithm, key }: PublicKey,
): boolean {
  try {
    if (algorithm === 'rsa-sha256') return verify('sha256', octets, key, signature);
    // RFC 8463 section 3: the digest is what Ed25519 signs.
    return verify(null, createHash('sha256').update(octets).digest(), key, signature);
  } catch {
    // A key that the library will not use.
    return false;
  }
}

/** Signatures that are verified in one turn of the event loop: each may take 0.15 ms. */
const SLICE = 4;

/** Lets others have their turn between slices of work. */
export class Slices {
  #done = 0;

  /** To be awaited ahead of each verification. */
  async next(): Promise<void> {
    if (this.#done++ % SLICE === SLICE - 1) await nextTurn();
  }
}
