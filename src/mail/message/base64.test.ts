import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeWords } from './base64.ts';

test('a text becomes as few words as the 75 characters of RFC 2047 allow, each of whole characters', () => {
  const words = encodeWords('é'.repeat(37)).split('\r\n ');
  const texts = words.map((word) => {
    assert.ok(word.length <= 75);
    const octets = /^=\?utf-8\?B\?(.*)\?=$/.exec(word)?.[1] ?? assert.fail(word);
    return Buffer.from(octets, 'base64').toString();
  });
  assert.deepEqual(texts, ['é'.repeat(18), 'é'.repeat(18), 'é']);
});
