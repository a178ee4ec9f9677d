/** A fingerprint of a message, by which a second attempt to send it is recognized. */

import { type CipherGCM, createCipheriv, hash, type KeyObject } from 'node:crypto';
import type { MailKeys } from './keys.ts';

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

  /** @param pieces at most SHORT octets in all */
  ofShort(pieces: readonly Buffer[]): Buffer {
    let end = KEY;
    for (const piece of pieces) end += piece.copy(this.#room, end);
    return Buffer.from(hash('sha256', this.#room.subarray(0, end), 'binary'), 'latin1');
  }
}

/**
 * A keyed fingerprint of octets, taken piece by piece. Without the key nobody can find two messages that share one.
 * Neither kind is a signature: a fingerprint leaves the ledger only inside another MAC.
 *
 * Of a short message: SHA-256 of the key and the octets, 32 octets, in one call, which costs less than to set a cipher up.
 * Of a long one: GMAC (NIST SP 800-38D) with one nonce for all, 16 octets, at a tenth of the cost of SHA-256, which would be the
 * dearest part of a large mail. By chance two share one in 2^106 pairs of the largest.
 */
export class Fingerprint {
  readonly #keys: FingerprintKeys;
  /** The octets so far of a message that is still short. */
  #pieces: Buffer[] = [];
  #octets = 0;
  #long: CipherGCM | undefined;

  constructor(keys: FingerprintKeys) {
    this.#keys = keys;
  }

  /** @param octets lent: they may change once this returns */
  update(octets: Buffer): void {
    this.#octets += octets.length;
    if (this.#octets <= SHORT) this.#pieces.push(Buffer.from(octets));
    else this.#gmac().setAAD(octets);
  }

  /** 32 octets of a short message, 16 of a long one. Call it once, at the end. */
  digest(): Buffer {
    if (this.#long === undefined) return this.#keys.ofShort(this.#pieces);
    this.#long.final();
    return this.#long.getAuthTag();
  }

  #gmac(): CipherGCM {
    if (this.#long !== undefined) return this.#long;
    this.#long = createCipheriv('aes-256-gcm', this.#keys.long, NONCE);
    for (const piece of this.#pieces) this.#long.setAAD(piece);
    this.#pieces = [];
    return this.#long;
  }
}
