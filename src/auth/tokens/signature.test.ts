import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { rounds } from '#support/seeded-random.ts';
import { signatureOf } from './signature.ts';

test('ES256 signatures have the form of RFC 7518', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  for (let n = 0; n < rounds(200); n += 1) {
    const signature = Buffer.from(signatureOf(`text ${n}`, privateKey), 'base64url');
    assert.equal(signature.length, 64);
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
    assert.ok(verify('sha256', Buffer.from(`text ${n}`), key, signature));
  }
});
