import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { AccessTokens } from './access-token.ts';
import { KeySet } from './key-set.ts';
import { deriveAuthKeys } from './keys.ts';
import { Sealing } from '#secrets/sealing.ts';

const ISSUER = 'http://x.test/auth/v1';
const NOW = Date.UTC(2026, 10, 22, 12);
const SECONDS = NOW / 1000;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const sealing = new Sealing(deriveAuthKeys(['a secret']).seal);
const sealed = sealing.seal('ours', JSON.stringify(privateKey.export({ format: 'jwk' })));
const STORE = {
  all: async () => [{ kid: 'ours', sealed, createdAt: NOW }],
  insert: async () => true,
  reseal: async () => {},
  delete: async () => {},
};

const keys = await KeySet.open({ store: STORE, sealing, now: () => NOW });
const tokens = new AccessTokens({ keys, issuer: ISSUER, now: () => NOW });

const PAYLOAD = { sub: 'user', session_id: 'session', iss: ISSUER, aud: 'authenticated' };
const TIMES = { iat: SECONDS, exp: SECONDS + 60 };
const signed = (payload: object, kid = 'ours', key = privateKey) =>
  new SignJWT({ ...PAYLOAD, ...TIMES, ...payload })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(key);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a token of another key, issuer or audience, or of another time, is rejected', async () => {
  assert.ok(await tokens.read(await signed({})));
  const wrong = {
    'another key': await signed({}, 'ours', stranger),
    'an unknown key id': await signed({}, 'theirs'),
    'another issuer': await signed({ iss: 'http://y.test/auth/v1' }),
    'another audience': await signed({ aud: 'anon' }),
    expired: await signed({ exp: SECONDS }),
    'from the future': await signed({ iat: SECONDS + 31 }),
    'no subject': await signed({ sub: undefined }),
    'no session': await signed({ session_id: undefined }),
    'a session that is no text': await signed({ session_id: 7 }),
    'no expiry': await signed({ exp: undefined }),
  };
  for (const [what, token] of Object.entries(wrong)) {
    assert.equal(await tokens.read(token), undefined, what);
  }
  assert.ok(await tokens.read(await signed({ iat: SECONDS + 30 })), 'clocks differ a little');
});

test('no token chooses its algorithm', async () => {
  const payload = encoded({ ...PAYLOAD, ...TIMES });
  const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  const hs256 = `${encoded({ alg: 'HS256', kid: 'ours' })}.${payload}`;
  const forged = createHmac('sha256', pem).update(hs256).digest('base64url');
  for (const token of [
    `${encoded({ alg: 'none' })}.${payload}.`,
    `${encoded({ alg: 'none', kid: 'ours' })}.${payload}.`,
    `${hs256}.${forged}`,
    `${encoded({ alg: 'RS256', kid: 'ours' })}.${payload}.AAAA`,
  ]) {
    assert.equal(await tokens.read(token), undefined, token);
  }
});

test('a text that is not a token is rejected without a throw', async () => {
  for (const text of ['', '.', '..', 'a.b.c', '\u0000', 'é.é.é', 'x'.repeat(100_000)]) {
    assert.equal(await tokens.read(text), undefined, text.slice(0, 20));
  }
});
