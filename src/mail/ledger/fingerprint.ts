/** The keys by which the ledger recognizes a second attempt to send a message: most of all, the message's fingerprint. */

import { type CipherGCM, createCipheriv, hash, type KeyObject } from 'node:crypto';
import type { MailKeys } from '../keys.ts';

/** Messages of more octets than this are long. */
const SHORT = 4096;
/** Octets of a key. */
const KEY = 32;
/** The nonce is constant; `Fingerprint` explains why that is safe. */
const NONCE = Buffer.alloc(12);

/** A message whose repetition can be distinguished from another message with the same text. */
export type MessageIdentity = {
  fingerprint: Buffer;
  /**
   * A server has added a Received field (RFC 5321 section 4.4), so the same octets again are the same message. Without one they may be
   * a script's next message, whose template has a fixed Date.
   */
  relayed: boolean;
};

/** One message for one recipient from one sender. */
export type LedgerKey = {
  /** Only the sender and the recipient: known at RCPT, before the content. */
  pair: Buffer;
  /** Including the message's fingerprint. It must not leave the process unprotected. */
  name: string;
  relayed: boolean;
};

/** The keys of fingerprints, and a buffer for those of short messages. */
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
 * A keyed fingerprint of octets, computed piece by piece. Without the key no one can find two messages that share one.
 * Neither kind is a signature: a fingerprint leaves the ledger only inside another MAC.
 *
 * For a short message: SHA-256 of the key and the octets, 32 octets, in one call, which is cheaper than setting up a cipher.
 * For a long message: GMAC (NIST SP 800-38D) with one nonce for all, 16 octets, at a tenth of the cost of SHA-256, which would be
 * the most expensive part of a large message. The chance that two share one is one in 2^106 pairs of the largest. The first
 * octets are processed last: only later octets show that a message is long, and then the stored message supplies them uncopied.
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
   * @param chunks all the octets again, in any pieces
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
