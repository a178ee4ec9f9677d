/** The arithmetic of a signature. */

import { createHash, verify } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PublicKey } from './public-key.ts';

/** @param octets that were signed @returns false if this key did not sign them, for any reason */
export function isSigned(
  octets: Buffer,
  signature: Buffer,
  { algorithm, key }: PublicKey,
): boolean {
  try {
    if (algorithm === 'rsa-sha256') return verify('sha256', octets, key, signature);
    // RFC 8463 section 3: Ed25519 signs the digest.
    return verify(null, createHash('sha256').update(octets).digest(), key, signature);
  } catch {
    // The library rejects this key.
    return false;
  }
}

/** The work in one turn of the event loop: verified signatures, each of which may take 0.15 ms, and their octets. */
const SIGNATURES = 4;
const OCTETS = 131_072;

/** Yields to other tasks between slices of work. */
export class Slices {
  #signatures = 0;
  #octets = 0;

  /** Verifies in the next slice that has room. @param octets that were signed, assembled only then */
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
