import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { rsaKey, testKey } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { lookUpKey, readKey } from './public-key.ts';

const exported = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') =>
  key.export({ type, format: 'der' }).toString('base64');

const KEY = rsaKey(1024).publicKey;
const P = exported(KEY);
const ED25519 = exported(generateKeyPairSync('ed25519').publicKey);

const seen = (record: string) => {
  const key = readKey(record);
  if (typeof key === 'string') return key;
  const { algorithm, bits, testing, strict } = key;
  return { algorithm, bits, testing, strict };
};
const PLAIN = { algorithm: 'rsa-sha256', bits: 1024, testing: false, strict: false };

test('an RSA key is read as SPKI and as PKCS #1', () => {
  assert.deepEqual(seen(`v=DKIM1; k=rsa; p=${P}`), PLAIN);
  assert.deepEqual(seen(`p=${exported(KEY, 'pkcs1')}`), PLAIN);
  assert.deepEqual(seen(`p=${P.slice(0, 50)} ${P.slice(50)};`), PLAIN);
});

test('an Ed25519 key is its 32 octets', () => {
  const bare = Buffer.from(ED25519, 'base64').subarray(-32).toString('base64');
  const expected = { algorithm: 'ed25519-sha256', bits: 256, testing: false, strict: false };
  assert.deepEqual(seen(`v=DKIM1; k=ed25519; p=${bare}`), expected);
  assert.equal(seen(`k=ed25519; p=${ED25519}`), 'syntax');
  assert.equal(seen(`k=rsa; p=${ED25519}`), 'syntax');
});

test('flags and uses follow RFC 6376 section 3.6.1', () => {
  assert.deepEqual(seen(`t=y:s; p=${P}`), { ...PLAIN, testing: true, strict: true });
  assert.deepEqual(seen(`h=sha1:sha256; s=email; t=x; p=${P}`), PLAIN);
  assert.deepEqual(seen(`s=other:*; p=${P}`), PLAIN);
  for (const record of [`h=sha1; p=${P}`, `s=other; p=${P}`, `k=dsa; p=${P}`]) {
    assert.equal(seen(record), 'other-use', record);
  }
  assert.equal(seen('v=DKIM1; p='), 'revoked');
});

test('an invalid key record is rejected', () => {
  const ofP = [`v=DKIM2; p=${P}`, `p=${P}; v=DKIM1`, `p=${P}; p=${P}`];
  for (const record of ['', 'v=spf1 -all', 'v=DKIM1', 'p=AAAA', 'p=*', ...ofP]) {
    assert.equal(seen(record), 'syntax', record);
  }
});

test('a modulus or exponent that makes verification slow is too large', () => {
  assert.equal(seen(`p=${derOf({ modulus: 4104, exponent: 17 })}`), 'too-large');
  assert.equal(seen(`p=${derOf({ modulus: 2048, exponent: 18 })}`), 'too-large');
  assert.deepEqual(seen(`p=${derOf({ modulus: 4096, exponent: 17 })}`), { ...PLAIN, bits: 4096 });
});

/** A key of these sizes with arbitrary numbers. @param sizes in bits */
function derOf(sizes: { modulus: number; exponent: number }): string {
  const number = (bits: number) => {
    const octets = Buffer.alloc(Math.ceil(bits / 8), 0xab);
    octets[0] = 1 << ((bits - 1) % 8);
    return octets.toString('base64url');
  };
  const n = number(sizes.modulus);
  // 2^16 + 1, or a larger number.
  const e = sizes.exponent === 17 ? 'AQAB' : number(sizes.exponent);
  return exported(createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' }));
}

const { name, record } = testKey('ed25519', 'example.org');
const found = (TXT: string[]) =>
  lookUpKey(zoneResolver({ [name]: { TXT } }), 'ed25519', 'example.org');

test('the first valid key of several records counts', async () => {
  const key = await found(['v=spf1 -all', 'x', record]);
  assert.ok(typeof key !== 'string');
  assert.equal(key.algorithm, 'ed25519-sha256');
  assert.equal(await found(['k=ed25519; p=', 'x']), 'revoked');
  assert.equal(await found(['x', 'x', 'x', 'x', record]), 'syntax', 'four are looked at');
});

test('a DNS failure and a missing key have different results', async () => {
  const silent = zoneResolver({ [name]: { silent: true } });
  assert.equal(await lookUpKey(silent, 'ed25519', 'example.org'), 'no-answer');
  assert.equal(await lookUpKey(zoneResolver({}), 'ed25519', 'example.org'), 'no-key');
});
