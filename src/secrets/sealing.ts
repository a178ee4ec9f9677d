/** Encrypts secrets at rest that must be read again: AES-256-GCM (NIST SP 800-38D). */

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const NONCE_OCTETS = 12;
const TAG_OCTETS = 16;

export type Opened = {
  text: string;
  /** It was sealed under an earlier secret: the caller should seal it again. */
  stale: boolean;
};

export class Sealing {
  readonly #keys: readonly KeyObject[];

  /** @param keys the first one seals, all of them open */
  constructor(keys: readonly KeyObject[]) {
    this.#keys = keys;
  }

  /** @param owner of the text (a row's id): sealed text opens for no other @returns base64url */
  seal(owner: string, text: string): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no key to seal with');
    const nonce = randomBytes(NONCE_OCTETS);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    const octets = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, octets, cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns undefined if none of the keys has sealed it for this owner */
  open(owner: string, sealed: string): Opened | undefined {
    const octets = Buffer.from(sealed, 'base64url');
    if (octets.length < NONCE_OCTETS + TAG_OCTETS) return undefined;
    for (const [i, key] of this.#keys.entries()) {
      const text = opened(key, owner, octets);
      if (text !== undefined) return { text, stale: i > 0 };
    }
    return undefined;
  }
}

function opened(key: KeyObject, owner: string, octets: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, octets.subarray(0, NONCE_OCTETS))
    .setAAD(Buffer.from(owner))
    .setAuthTag(octets.subarray(-TAG_OCTETS));
  try {
    const text = decipher.update(octets.subarray(NONCE_OCTETS, -TAG_OCTETS));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
