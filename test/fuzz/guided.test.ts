import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#support/seeded-random.ts';
import { explore } from './guided.ts';
import { changed, drawing, read, written } from './trace.ts';

/** A program of nested conditions: each is a character that runs if all previous ones hold. */
function safe(wanted: readonly number[]) {
  const ran = new Uint8Array(wanted.length + 1);
  return {
    play: (draw: () => number) => {
      ran[0] = 1;
      for (const [i, value] of wanted.entries()) {
        if (Math.floor(draw() * 64) !== value) return;
        ran[i + 1] = 1;
      }
      throw new Error('opened');
    },
    takeReached: () => {
      const reached = new Map([['safe.ts', ran.slice()]]);
      ran.fill(0);
      return reached;
    },
  };
}

test('a fault after five conditions, one in a thousand million rounds, is found and played back', async () => {
  const { play, takeReached } = safe([3, 14, 15, 9, 26]);
  let rounds = 0;
  const exploring = explore({
    play: (draw) => {
      rounds += 1;
      play(draw);
    },
    seeds: [],
    random: seededRandom(1),
    isOver: () => rounds > 200_000,
    takeReached,
  });
  const { message } = await exploring.then(
    () => assert.fail('it was not found'),
    (error: Error) => error,
  );
  const trace = /^FUZZ_TRACE=(\S+) fails, in round \d+$/.exec(message)?.[1] ?? assert.fail(message);
  assert.throws(() => play(drawing(read(trace), () => 0).draw), /opened/);
});

test('a trace is written and read unchanged, and mutations stay within it', () => {
  const random = seededRandom(2);
  const trace = [0, 1, 65_535, 256];
  assert.deepEqual(read(written(trace)), trace);
  for (let i = 0; i < 1000; i++) {
    const numbers = changed(trace, [7, 8, 9], random);
    assert.ok(numbers.every((one) => Number.isInteger(one) && one >= 0 && one < 65_536));
  }
});
