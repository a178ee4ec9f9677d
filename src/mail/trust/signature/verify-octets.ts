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

/** What is done in one turn of the event loop: signatures that are verified, each of which may take 0.15 ms, and octets of them. */
const SIGNATURES = 4;
const OCTETS = 131_072;

/** Lets others have their turn between slices of work. */
export class Slices {
  #signatures = 0;
  #octets = 0;

  /** Verifies where there is time for it. @param octets what was signed, to be put together then */
  async isSigned(octets: () => Buffer, signature: Buffer, key: PublicKey): Promise<boolean> {
    if (this.#signatures >= SIGNATURES || this.#octets >= OCTETS) {
      await nextTurn();
      this.#signatures = 0;
      this.#octets = 0;
    }
    const covered = octets();
    this.#signatures++;
    this.#octets += covered.length;
    return isSigned(covered, signature, key);
  }
}
