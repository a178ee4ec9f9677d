import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurns } from './in-turns.ts';

test('at most three pieces of work are done in one turn of the event loop, in order', async () => {
  let turn = 0;
  let counting = true;
  const count = () => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const done: number[] = [];
  const turns = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      inTurns(() => {
        done.push(i);
        return turn;
      }),
    ),
  );
  counting = false;
  assert.deepEqual(
    done,
    Array.from({ length: 20 }, (_, i) => i),
  );
  for (const pieces of Map.groupBy(turns, (at) => at).values()) assert.ok(pieces.length <= 3);
});

test('a task that fails does not stop the next one', async () => {
  const failing = inTurns(() => {
    throw new Error('no key');
  });
  const next = inTurns(() => 'done');
  await assert.rejects(failing, /no key/);
  assert.equal(await next, 'done');
});
