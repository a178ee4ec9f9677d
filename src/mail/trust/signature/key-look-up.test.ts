import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testKey } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { lookUpKey } from './key-look-up.ts';

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
