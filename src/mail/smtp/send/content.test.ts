import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireMessage } from '#support/sending.ts';
import { hasEightBitHeader, plainContent } from './content.ts';

const plain = (...pieces: string[]) => {
  const { chunks, octets } = plainContent(wireMessage(...pieces));
  const text = Buffer.concat(chunks).toString('latin1');
  assert.equal(text.length, octets);
  return text;
};

test('the first dot of a line that begins with one is taken out, no other', () => {
  assert.equal(plain('..\r\n'), '.\r\n');
  assert.equal(plain('..a.\r\n.b..\r\n..\r\nc.\r\n'), '.a.\r\nb..\r\n.\r\nc.\r\n');
  assert.equal(plain('a..\r\n...\r\n'), 'a..\r\n..\r\n');
  assert.equal(plain(''), '');
});

test('it does not matter where the chunks are cut', () => {
  const wire = '..a\r\n\r\n....\r\nb..c\r\n..\r\n..\r\n';
  for (let one = 0; one <= wire.length; one++) {
    for (let other = one; other <= wire.length; other++) {
      const pieces = [wire.slice(0, one), wire.slice(one, other), wire.slice(other)];
      assert.equal(plain(...pieces), '.a\r\n\r\n...\r\nb..c\r\n.\r\n.\r\n');
    }
  }
  assert.equal(plain(...wire.split('')), '.a\r\n\r\n...\r\nb..c\r\n.\r\n.\r\n');
});

test('chunks without such a line are passed on uncopied', () => {
  const message = wireMessage('Subject: x\r\n\r\n', 'a.b\r\n');
  const { chunks } = plainContent(message);
  assert.ok(chunks.every((chunk, i) => chunk === message.chunks[i]));
});

test('only the header block decides whether a header is internationalized', () => {
  assert.equal(hasEightBitHeader(wireMessage('Subject: \xe9\r\n\r\nx\r\n')), true);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r\n', '\r\n\xe9\r\n')), false);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r\nX: \xe9\r\n')), true);
});
