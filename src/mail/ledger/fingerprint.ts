/** A fingerprint of a message, by which a second attempt to send it is recognized. */

import { type CipherGCM, createCipheriv, hash, type KeyObject } from 'node:crypto';
import type { MailKeys } from '../keys.ts';

/** Messages of more octets than this are long. */
const SHORT = 4096;
/** Octets of a key. */
const KEY = 32;
/** The same each time: `Fingerprint` says why that is safe. */
const NONCE = Buffer.alloc(12);

/** The keys of fingerprints, and room in which those of short messages are taken. */
export class FingerprintKeys {
  readonly long: KeyObject;
  readonly #room = Buffer.alloc(KEY + SHORT);

  /** @param keys each of 32 octets, used for nothing else */
  constructor(keys: Pick<MailKeys, 'fingerprint' | 'shortFingerprint'>) {
    this.long = keys.fingerprint;
    keys.shortFingerprint.export().copy(this.#room);
  }

  /** @param chunks at most SHORT octets in all */
  ofShort(chunks: readonly Buffer[]): Buffer {
    let end = KEY;
    for (const chunk of chunks) end += chunk.copy(this.#room, end);
    return Buffer.from(hash('sha256', this.#room.subarray(0, end), 'binary'), 'latin1');
  }
}

/**
 * A keyed fingerprint of octets, taken piece by piece. Without the key nobody can find two messages that share one.
 * Neither kind is a signature: a fingerprint leaves the ledger only inside another MAC.
 *
 * Of a short message: SHA-256 of the key and the octets, 32 octets, in one call, which costs less than to set a cipher up.
 * Of a long one: GMAC (NIST SP 800-38D) with one nonce for all, 16 octets, at a tenth of the cost of SHA-256, which would be the
 * dearest part of a large mail. By chance two share one in 2^106 pairs of the largest. Its first octets come last: until there
 * are more nobody knows that it is long, and the message as it is kept has them at the end, so they are not copied.
 */
export class Fingerprint {
  readonly #keys: FingerprintKeys;
  #octets = 0;
  #long: CipherGCM | undefined;

  constructor(keys: FingerprintKeys) {
    this.#keys = keys;
  }

  /** @param octets lent: they may change once this returns */
  update(octets: Buffer): void {
    const first = Math.max(0, SHORT - this.#octets);
    this.#octets += octets.length;
    if (this.#octets <= SHORT) return;
    this.#long ??= createCipheriv('aes-256-gcm', this.#keys.long, NONCE);
    this.#long.setAAD(octets.subarray(first));
  }

  /**
   * 32 octets of a short message, 16 of a long one. Call it once, at the end.
   * @param chunks all the octets once more, in any pieces
   */
  digest(chunks: readonly Buffer[]): Buffer {
    if (this.#long === undefined) return this.#keys.ofShort(chunks);
    let left = SHORT;
    for (const chunk of chunks) {
      if (left > 0) this.#long.setAAD(chunk.subarray(0, left));
      left -= chunk.length;
    }
    this.#long.final();
    return this.#long.getAuthTag();
  }
}
