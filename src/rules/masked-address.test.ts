import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedAddress } from './masked-address.ts';

test('an address is shown by its first letter and its domain', () => {
  for (const [email, shown] of [
    ['stranger@evil.test', 's***@evil.test'],
    ['s@evil.test', 's***@evil.test'],
    ['7up@evil.test', '7***@evil.test'],
    ['.x@evil.test', '***@evil.test'],
    ['é@evil.test', '***@evil.test'],
  ] as const) {
    assert.equal(maskedAddress(email), shown);
  }
});
