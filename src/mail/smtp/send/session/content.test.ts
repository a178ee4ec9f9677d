import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireMessage } from '#support/sending.ts';
import { hasEightBitHeader } from './content.ts';

test('only the header block decides whether a header is internationalized', () => {
  assert.equal(hasEightBitHeader(wireMessage('Subject: \xe9\r\n\r\nx\r\n')), true);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r\n', '\r\n\xe9\r\n')), false);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r', '\n\r', '\n\xe9\r\n')), false);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r\n', 'X: \xe9\r\n')), true);
  assert.equal(hasEightBitHeader(wireMessage('\r\n\xe9\r\n')), false);
});
