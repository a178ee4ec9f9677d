import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { begunInTurns } from './begun-in-turns.ts';

test('of many requests eight begin in each turn of the event loop, in order', async () => {
  const begin = begunInTurns();
  const begun: number[] = [];
  for (let i = 0; i < 20; i++) begin(() => begun.push(i));
  const counts = [begun.length];
  for (let i = 0; i < 3; i++) {
    await turn();
    counts.push(begun.length);
  }
  assert.deepEqual(counts, [8, 16, 20, 20]);
  assert.deepEqual(
    begun,
    begun.toSorted((a, b) => a - b),
  );
  begin(() => begun.push(20));
  assert.equal(begun.length, 21);
});
