import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { test } from 'node:test';
import { rsaKey } from '#support/signing.ts';
import type { PublicKey } from './public-key.ts';
import { Slices } from './verify-octets.ts';

const { privateKey, publicKey } = rsaKey(1024);
const KEY: PublicKey = {
  algorithm: 'rsa-sha256',
  key: publicKey,
  bits: 1024,
  weak: false,
  testing: false,
  strict: false,
};

/** The number of turns that other tasks get while this many signatures over this many octets are verified. */
async function turns(signatures: number, length: number): Promise<number> {
  const octets = Buffer.alloc(length);
  const signature = sign('sha256', octets, privateKey);
  let had = 0;
  let over = false;
  const count = () => {
    if (over) return;
    had++;
    setImmediate(count);
  };
  setImmediate(count);
  const slices = new Slices();
  for (let i = 0; i < signatures; i++) {
    assert.equal(await slices.isSigned(() => octets, signature, KEY), true);
  }
  over = true;
  return had;
}

test('other tasks get a turn after four signatures, or 128 KB of signed octets', async () => {
  assert.equal(await turns(4, 100), 0);
  assert.equal(await turns(5, 100), 1);
  assert.equal(await turns(12, 100), 2);
  assert.equal(await turns(3, 131_072), 2);
});
