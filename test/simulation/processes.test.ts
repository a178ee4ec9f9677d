import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inProcesses } from './processes.ts';

test('a life that computes without an end is a broken promise, and the later lives still run', async () => {
  const all: [life: number, failure: string | undefined][] = [];
  await inProcesses(
    { seed: 1, profile: 'calm', from: 0, count: 4 },
    {
      told: ({ life, failure }) => all.push([life, failure]),
      children: new Set(),
      isEnding: () => false,
      program: new URL('stuck.fixture.ts', import.meta.url),
    },
  );
  assert.deepEqual(all, [
    [0, undefined],
    [1, 'V21: the process of this life has died: SIGKILL'],
    [2, undefined],
    [3, undefined],
  ]);
});
