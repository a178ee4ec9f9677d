/** RSA keys for tests, made once a process: making one takes as much CPU as a hundred tests. */

import { generateKeyPairSync, type KeyObject } from 'node:crypto';

type KeyPair = { privateKey: KeyObject; publicKey: KeyObject };

/** Keys of the usual length, which calls get in turn. */
const IN_TURN = 4;

const made = new Map<number, KeyPair[]>();
let calls = 0;

/** One of four keys of 2048 bits in turn, so those of consecutive calls differ; or the one of another length. */
export function rsaKey(bits: 768 | 1024 | 2048 | 3072 = 2048): KeyPair {
  const keys = made.get(bits) ?? [];
  made.set(bits, keys);
  const which = bits === 2048 ? calls++ % IN_TURN : 0;
  return (keys[which] ??= generateKeyPairSync('rsa', { modulusLength: bits }));
}
