import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { test } from 'node:test';
import { rounds } from '#support/rounds.ts';
import { fixedForm, signatureOf } from './signature.ts';

const derOf = (...numbers: number[][]) => {
  const integers = numbers.flatMap((octets) => [0x02, octets.length, ...octets]);
  return Buffer.from([0x30, integers.length, ...integers]);
};
const zeros = (count: number) => Array.from({ length: count }, () => 0);
const ones = (count: number) => Array.from({ length: count }, () => 1);

test('a number of a signature takes 32 octets, whether DER has lengthened or shortened it', () => {
  const long = [0, 0xff, ...ones(31)];
  const cases: [number[], number[]][] = [
    [long, long.slice(1)],
    [ones(32), ones(32)],
    [ones(31), [0, ...ones(31)]],
    [[7], [...zeros(31), 7]],
  ];
  for (const [r, fixedR] of cases) {
    for (const [s, fixedS] of cases) {
      assert.deepEqual([...fixedForm(derOf(r, s))], [...fixedR, ...fixedS]);
    }
  }
});

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
