import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf } from '#mail/message/dot-stuffing.ts';
import { contentInTurns } from './content.ts';

test('a message of dots is copied without its stuffing dots, and other work gets a turn after each chunk', async () => {
  const octets = Buffer.from('..\r\n.x\r\n\r\n'.repeat(1000)).subarray(0, 10_000);
  const chunks = Array.from({ length: 10 }, (_, i) => octets.subarray(i * 1000, (i + 1) * 1000));
  const message = { chunks, octets: octets.length, eightBit: false };
  let turns = 0;
  const work = () => {
    turns += 1;
    next = setImmediate(work);
  };
  let next = setImmediate(work);
  const content = await contentInTurns(message);
  clearImmediate(next);
  assert.deepEqual(content, contentOf(message));
  assert.ok(turns >= chunks.length, `${turns} turns`);
});
