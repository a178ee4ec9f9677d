import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireMessage } from '#support/sending.ts';
import { hasEightBitHeader, stuffingDots } from './content.ts';

const dots = (...pieces: string[]) => stuffingDots(wireMessage(...pieces), 1000);

test('the first dot of a line that begins with one is a stuffing dot, no other', () => {
  assert.equal(dots('..\r\n'), 1);
  assert.equal(dots('..a.\r\n.b..\r\n..\r\nc.\r\n'), 3);
  assert.equal(dots('a..\r\n...\r\n'), 1);
  assert.equal(dots('a.\r\n'), 0);
  assert.equal(dots(''), 0);
});

test('it does not matter where the chunks are cut', () => {
  const wire = '..a\r\n\r\n....\r\nb..c\r\n..\r\n..\r\n';
  for (let one = 0; one <= wire.length; one++) {
    for (let other = one; other <= wire.length; other++) {
      assert.equal(dots(wire.slice(0, one), wire.slice(one, other), wire.slice(other)), 4);
    }
  }
  assert.equal(dots(...wire.split('')), 4);
});

test('no more of them are looked for than somebody wants to know of', () => {
  const message = wireMessage('..\r\n..\r\n', '..\r\n..\r\n');
  for (const most of [0, 1, 2, 3, 4]) assert.equal(stuffingDots(message, most), most);
});

test('only the header block decides whether a header is internationalized', () => {
  assert.equal(hasEightBitHeader(wireMessage('Subject: \xe9\r\n\r\nx\r\n')), true);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r\n', '\r\n\xe9\r\n')), false);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r', '\n\r', '\n\xe9\r\n')), false);
  assert.equal(hasEightBitHeader(wireMessage('Subject: e\r\n', 'X: \xe9\r\n')), true);
  assert.equal(hasEightBitHeader(wireMessage('\r\n\xe9\r\n')), false);
});
