import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DELIVERY_TIMEOUT_MS } from './mail.ts';

test('a delivery has two and a half minutes', () => {
  assert.equal(DELIVERY_TIMEOUT_MS, 150_000);
});
