import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Ends after the first life of its process, which still runs then. */
const PARENT = `
  import { fork } from 'node:child_process';
  const [, program, asked] = process.argv;
  fork(program, [asked], { execArgv: [] }).once('message', () => process.kill(process.pid, 'SIGTERM'));
`;

test('a process whose parent was ended by SIGTERM ends without a word', async () => {
  const asked = JSON.stringify({ seed: 1, profile: 'calm', from: 0, count: 100_000 });
  const program = new URL('worker.ts', import.meta.url).pathname;
  const args = ['--input-type=module', '--eval', PARENT, program, asked];
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  let errors = '';
  parent.stderr.on('data', (octets: Buffer) => {
    errors += octets.toString();
  });
  // Both write to one pipe: it closes with the later of them.
  assert.deepEqual(await once(parent, 'close'), [null, 'SIGTERM']);
  assert.equal(errors, '');
});
