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

test('a request that comes in a turn of waiting ones gets what they leave of it', async () => {
  const begin = begunInTurns();
  let begun = 0;
  const add = (requests: number) => {
    for (let i = 0; i < requests; i++) begin(() => (begun += 1));
    return begun;
  };
  assert.equal(add(13), 8);
  await turn();
  assert.equal(add(9), 13 + 3);
});
