import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { BatchWriter, PIECE_OCTETS } from './batch-writer.ts';

const PIECES = Array.from({ length: 64 }, () => Buffer.alloc(PIECE_OCTETS));

/** It is never connected, and says so after the test, when its memory is released. */
const nowhere = () => new Socket().on('error', () => {});

/** The numbers of pieces of successive batches, each sent in this many milliseconds. */
async function batches(times: readonly number[], pieces = PIECES): Promise<number[]> {
  const clock = new FakeClock();
  const writer = new BatchWriter(clock);
  let at = writer.write(nowhere(), pieces, 0, () => {});
  const counts = [at];
  for (const ms of times) {
    const left = writer.whenLeft();
    clock.advance(ms);
    writer.drained();
    await left;
    const end = writer.write(nowhere(), pieces, at, () => {});
    counts.push(end - at);
    at = end;
  }
  return counts;
}

test('the first batch has 256 KiB, and each one sent fast is followed by one of twice the size, up to 1 MiB', async () => {
  assert.deepEqual(await batches([1000, 1000, 1000]), [4, 8, 16, 16]);
});

test('a batch that took more than a second is followed by single pieces, until they are sent fast again', async () => {
  assert.deepEqual(await batches([1001, 10, 10]), [4, 1, 2, 4]);
});

test('a batch ends with the message', async () => {
  assert.deepEqual(await batches([], PIECES.slice(0, 3)), [3]);
});
