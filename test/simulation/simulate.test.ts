import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { readOptions } from './options.ts';
import { inProcesses } from './processes.ts';

const HERE = import.meta.dirname;

const simulate = (...args: string[]) =>
  spawnSync(process.execPath, [join(HERE, 'simulate.ts'), ...args], { encoding: 'utf8' });

test('--help of the simulation lists its options', () => {
  const { status, stdout, stderr } = simulate('--help');
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^Usage: npm run simulate \[-- options\]\n[\s\S]*--seed[\s\S]*--plan NAME/);
});

test('an invalid option is one line that says what is allowed, and exit code 64', () => {
  const { status, stdout, stderr } = simulate('--processes', '65');
  assert.deepEqual([status, stdout], [64, '']);
  assert.equal(stderr, "--processes must be a whole number from 1 to 64, but is '65'\n");

  const wrong: [string, RegExp][] = [
    ['--speed 3', /^Unknown option '--speed'/],
    ['more', /^Unexpected argument 'more'/],
    ['--seed', /'--seed <value>' argument missing/],
    ['--seed x', /^--seed must be a whole number from 0 to \d+, but is 'x'$/],
    ['--lives 0', /^--lives must be a whole number from 1 to \d+, but is '0'$/],
    ['--lives 1.5', /^--lives must be/],
    ['--life=-1', /^--life must be a whole number from 0/],
    ['--hours 0', /^--hours must be a number above 0, such as 0.5, but is '0'$/],
    ['--hours NaN', /^--hours must be/],
    ['--profile calmer', /^--profile must be one of all, calm, .*, but is 'calmer'$/],
    ['--life 1 --plan a.json', /^--plan and --life/],
    ['--trace', /^--trace shows one life/],
    [
      '--plan a-clock-jumps',
      /^--plan must be a file, or the name of a plan such as the-clock-jumps-by-a-day, but is 'a-clock-jumps'$/,
    ],
    [
      '--plan x',
      /such as .*a-timer-is-left-behind-quit, .*the-clock-jumps-by-a-day.*, but is 'x'$/,
    ],
    ['--plan /no/plan.json', /^--plan \/no\/plan\.json cannot be read: Error: ENOENT/],
    [`--plan ${HERE}/options.ts`, /^--plan .*options\.ts cannot be read: SyntaxError/],
    [`--plan ${HERE}/../../package.json`, /^--plan .*package\.json is not a plan of a life$/],
  ];
  for (const [words, message] of wrong) {
    assert.throws(() => readOptions(words.split(' ')), { message }, words);
  }
});

test('without options a hundred lives run; hours have no number of lives', () => {
  const usual = { seed: 1, profile: 'all', lives: 100, hours: Infinity };
  const none = { processes: 1, life: undefined, plan: undefined, trace: false };
  assert.deepEqual(readOptions([]), { ...usual, ...none });
  const hours = readOptions(['--hours', '.5']);
  assert.deepEqual(hours, { ...usual, ...none, lives: Infinity, hours: 0.5 });
});

test('--plan finds a kept plan by its name, and any other in its file', (t) => {
  const name = 'a-reply-comes-minutes-after-the-final-dot';
  const options = readOptions(['--plan', name]);
  const { plan } = options === 'help' ? assert.fail() : options;
  assert.deepEqual(plan?.incidents, [
    { kind: 'far', server: 0, step: 'dot', number: 0, action: 'takes-late' },
  ]);
  const file = join(
    tempFolder((end) => t.after(end)),
    'plan.json',
  );
  writeFileSync(file, JSON.stringify(plan));
  assert.deepEqual(readOptions(['--plan', file]), options);
});

test('a run that is ended by Control-C prints the table of its lives', async () => {
  const args = [join(HERE, 'simulate.ts'), '--profile', 'calm', '--lives', '100000'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  let text = '';
  // It has printed its seed.
  child.stdout.once('data', () => child.kill('SIGINT'));
  child.stdout.on('data', (octets: Buffer) => {
    text += octets.toString();
  });
  assert.deepEqual(await exit, [0, null]);
  assert.match(text, /^seed 1, profile calm\nlives +\d+$/m);
  assert.match(text, /^broken promises +0$/m);
});

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
