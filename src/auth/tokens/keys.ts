/** The keys of the session facility, all derived from the root secret. */

import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey } from '#secrets/derive-key.ts';

/**
 * The first key of each kind makes new values; all of them are accepted.
 * @param secrets the root secret, followed by earlier ones that are still accepted; at least one
 */
export function deriveAuthKeys(secrets: readonly string[]) {
  const all = (purpose: string) => secrets.map((secret) => deriveKey(secret, purpose));
  return {
    /** Seals values that must be read again: signing keys, TOTP secrets. */
    seal: all('auth seal'),
    /** Signs refresh tokens. */
    refresh: all('auth refresh'),
    /** Hashes links and codes. */
    once: all('auth once'),
    /** Hashes addresses and phone numbers in budgets. */
    address: all('auth address'),
  };
}

/** HMAC-SHA-256, base64url. */
export function keyedHash(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
