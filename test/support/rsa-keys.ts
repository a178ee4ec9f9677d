/** RSA keys for tests, not secret: making one takes as much CPU as a hundred tests. */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

const KEYS = readFileSync(new URL('rsa-keys.pem', import.meta.url), 'utf8')
  .split(/(?<=-----END PRIVATE KEY-----\n)/)
  .map((pem) => createPrivateKey(pem));
let taken = 0;

/** One of four keys of 2048 bits in turn, so those of consecutive calls differ; or the one of another length. */
export function rsaKey(bits: 768 | 1024 | 2048 | 3072 = 2048): {
  privateKey: KeyObject;
  publicKey: KeyObject;
} {
  const ofLength = KEYS.filter((key) => key.asymmetricKeyDetails?.modulusLength === bits);
  const privateKey = ofLength[taken++ % ofLength.length];
  if (privateKey === undefined) throw new Error(`There is no key of ${bits} bits`);
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
