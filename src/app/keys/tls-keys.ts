/**
 * The keys of our certificate in the form of TLSA records (3 1 1: SHA-256 of the public key, in hexadecimal digits).
 * The key before the last change is remembered: its record stays in caches for a while, and is printed until the next
 * change. The next key is in a file beside the current one, with the suffix `.next`: its record must be in the DNS
 * before the key is used.
 */

import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Store } from '#store/store.ts';
import type { Config } from '../config/config.ts';

const SETTING = 'keys of the certificate';

/** @returns undefined without a certificate that can be read */
export function certificateKey({ tls }: Pick<Config, 'tls'>): string | undefined {
  try {
    return tls && digestOf(new X509Certificate(readFileSync(tls.certPath)).publicKey);
  } catch {
    return undefined;
  }
}

/** @returns undefined without a next key, or if it cannot be read */
export function nextCertificateKey({ tls }: Pick<Config, 'tls'>): string | undefined {
  try {
    return tls && digestOf(createPublicKey(readFileSync(`${tls.keyPath}.next`)));
  } catch {
    return undefined;
  }
}

const digestOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** Remembers the key of the certificate. @returns it, followed by the previous one, if there was another */
export async function rememberedKeys(
  store: Pick<Store, 'setting' | 'changeSetting'>,
  current: string,
): Promise<string[]> {
  const kept = await store.setting(SETTING, current);
  const [last = current] = kept.split(' ');
  if (last === current) return kept.split(' ');
  // If another node was faster it has written the same.
  await store.changeSetting(SETTING, kept, `${current} ${last}`);
  return [current, last];
}
