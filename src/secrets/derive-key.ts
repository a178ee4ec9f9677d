/** Keys for one purpose each, derived from the root secret: one key reveals nothing about the others. */

import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** 256 bits by HKDF-SHA-256 (RFC 5869). A key object: a Buffer would be converted into one at each use. */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return expanded(secret, `veilpost ${purpose}`);
}

/** The same from a derived key, for a narrower purpose. */
export function deriveSubkey(key: KeyObject, purpose: string): KeyObject {
  return expanded(key, purpose);
}

function expanded(secret: string | KeyObject, info: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', info, 32)));
}
