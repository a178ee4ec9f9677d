import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { rounds } from '#support/seeded-random.ts';
import { signatureOf } from './signature.ts';

test('ES256 signatures have the form of RFC 7518', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (let n = 0; n < rounds(200); n += 1) {
    const signature = Buffer.from(await signatureOf(`text ${n}`, 'ES256', privateKey), 'base64url');
    assert.equal(signature.length, 64);
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
    assert.ok(verify('sha256', Buffer.from(`text ${n}`), key, signature));
  }
});

test('an RS256 signature verifies', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signature = Buffer.from(await signatureOf('text', 'RS256', privateKey), 'base64url');
  assert.ok(verify('sha256', Buffer.from('text'), publicKey, signature));
});
