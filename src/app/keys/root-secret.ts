/** The root secret, from which all other keys are derived. */

import { randomBytes } from 'node:crypto';
import type { Store } from '#store/store.ts';

/**
 * SECRET_KEY, or the secret in the store if none is set; followed by earlier ones that are still accepted.
 * @throws StoreUnavailable
 */
export async function rootSecrets(
  given: readonly string[],
  store: Pick<Store, 'setting'>,
): Promise<readonly string[]> {
  return given.length > 0 ? given : [await store.setting('secret_key', newKey)];
}

/** 192 bits. */
export const newKey = () => randomBytes(24).toString('base64url');
