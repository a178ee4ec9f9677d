import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { AccessTokens, isExpired } from '#auth/tokens/access-token.ts';
import { KeySet } from '#auth/tokens/key-set.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { RefreshTokens } from '#auth/tokens/refresh-token.ts';
import { Sealing } from '#secrets/sealing.ts';
import { type Chance, fuzzAtLeast } from './fuzzing.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const now = () => NOW;
const authKeys = deriveAuthKeys(['a secret']);
const sealing = new Sealing(authKeys.seal);
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sealed = sealing.seal('ours', JSON.stringify(privateKey.export({ format: 'jwk' })));
const store = {
  all: async () => [{ kid: 'ours', sealed, createdAt: NOW }],
  insert: async () => true,
  reseal: async () => {},
  delete: async () => {},
};
const keys = await KeySet.open({ store, sealing, now });
const access = new AccessTokens({ keys, issuer: 'http://x.test/auth/v1', now });
const refresh = new RefreshTokens(authKeys.refresh);

const { token: accessToken } = await access.write({
  sub: '5d3b7a40-2d0c-4d3a-9a53-0123456789ab',
  email: 'ann@example.org',
  phone: '',
  app_metadata: {},
  user_metadata: {},
  aal: 'aal1',
  amr: [{ method: 'otp', timestamp: NOW / 1000 }],
  session_id: '5d3b7a40-2d0c-4d3a-9a53-ba9876543210',
  is_anonymous: false,
});

const ALPHABET = Buffer.from('.=-_AZaz09{}":,[]\\u');

/** The text of a token, changed as a whole or within one of its parts. */
function changed(token: string, chance: Chance): string {
  if (chance.upTo(2) === 0) return chance.mutate(Buffer.from(token), ALPHABET).toString('latin1');
  const parts = token.split('.');
  const nth = chance.upTo(parts.length);
  const octets = Buffer.from(parts[nth] ?? '', 'base64url');
  parts[nth] = chance.mutate(octets, ALPHABET).toString('base64url');
  return parts.join('.');
}

/** What a signature covers: a signature itself has spellings that decode alike. */
const signedPart = (token: string) => token.slice(0, token.lastIndexOf('.'));

fuzzAtLeast(1, 'no changed access token is read, and none throws', async (chance) => {
  const token = changed(accessToken, chance);
  assert.equal(typeof isExpired(token, NOW), 'boolean');
  if ((await access.read(token)) === undefined) return false;
  assert.equal(signedPart(token), signedPart(accessToken));
  return true;
});

const WRITTEN = refresh.write({ sessionId: '5d3b7a40-2d0c-4d3a-9a53-0123456789ab', counter: 7 });

fuzzAtLeast(1, 'no changed refresh token is read, and none has a second spelling', (chance) => {
  const token = changed(WRITTEN, chance);
  if (refresh.read(token) === undefined) return false;
  assert.equal(token, WRITTEN);
  return true;
});
