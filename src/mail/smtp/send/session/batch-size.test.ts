import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchSize } from './batch-size.ts';
import { PIECE_OCTETS } from './content.ts';

const pieces = Array.from({ length: 64 }, () => Buffer.alloc(PIECE_OCTETS));

test('the first batch has 256 KiB, and each one sent fast is followed by one of twice the size, up to 1 MiB', () => {
  const size = new BatchSize();
  const ends = [size.endOf(pieces, 0)];
  for (let i = 0; i < 3; i++) {
    size.left(1000);
    ends.push(size.endOf(pieces, 0));
  }
  assert.deepEqual(ends, [4, 8, 16, 16]);
});

test('a batch that took more than a second is followed by single pieces, until they are sent fast again', () => {
  const size = new BatchSize();
  size.left(1001);
  assert.equal(size.endOf(pieces, 7), 8);
  size.left(10);
  assert.equal(size.endOf(pieces, 8), 10);
});

test('a batch ends with the message', () => {
  assert.equal(new BatchSize().endOf(pieces.slice(0, 3), 1), 3);
});
