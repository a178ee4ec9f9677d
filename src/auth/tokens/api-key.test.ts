import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyHash, drawApiKey, isApiKey } from './api-key.ts';

test('an API key is 48 letters and digits, as every client accepts them, and no two are alike', () => {
  const keys = new Set(Array.from({ length: 100 }, () => drawApiKey()));
  assert.equal(keys.size, 100);
  for (const key of keys) {
    assert.match(key, /^veilpost[0-9A-Za-z]{40}$/);
    assert.ok(isApiKey(key));
  }
});

test('a key with any one character changed, cut or added is rejected by its checksum or form', () => {
  const key = drawApiKey((below) => below - 1);
  assert.equal(key, `veilpost${'z'.repeat(34)}${key.slice(-6)}`);
  for (let at = 0; at < key.length; at++) {
    for (const other of ['0', 'A', 'q']) {
      assert.ok(!isApiKey(key.slice(0, at) + other + key.slice(at + 1)), `${at} ${other}`);
    }
  }
  for (const text of [
    '',
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    `${key}\n`,
    key.toLowerCase(),
  ]) {
    assert.ok(!isApiKey(text), text);
  }
});

test('the stored form of a key shows no part of it', () => {
  const key = drawApiKey();
  const stored = apiKeyHash(key);
  assert.match(stored, /^[\w-]{43}$/);
  assert.ok(!stored.includes(key.slice(8, 14)));
  assert.equal(stored, apiKeyHash(key));
});
