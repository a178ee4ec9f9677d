import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { type Lane, type Level, TABLE } from './levels.ts';
import { LevelRun } from './run-levels.ts';

/** A lane of node:test; the variable would make it part of this run. */
const tests = (...args: string[]): Lane => ({
  command: ['node', '--test', '--test-force-exit', '--test-isolation=none', ...args],
  env: { NODE_TEST_CONTEXT: undefined },
});
const script = (code: string): Lane => ({ command: ['node', '--eval', code] });
const level = (of: string[], order: Level['order'], env?: Record<string, string>): Level => ({
  what: '',
  of,
  order,
  ...(env && { env }),
});
const FIXTURES = {
  'wrong.test.mjs': `import { describe, test } from 'node:test';
test('one is two', () => { throw new Error('why one is not two'); });
test('one is one', () => {});
describe('numbers', () => { test('two is three', () => { throw new Error('no'); }); });`,
  'right.test.mjs': `import { test } from 'node:test';
test('all is well', () => {});`,
};

/** Runs it in a folder with the fixtures. */
async function ran(
  t: TestContext,
  lanes: Record<string, Lane>,
  levels: Record<string, Level>,
  files: Record<string, string> = FIXTURES,
) {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  let output = '';
  const run = new LevelRun({ levels, lanes }, folder, (text) => void (output += text.toString()));
  const passed = await run.run(['all']);
  return { passed, output, summary: output.slice(output.indexOf('--- Summary')) };
}
const untimed = (text: string) => text.replaceAll(/ \d+ s\b/g, '');

test('lanes that failed are printed last, then the names of the failed tests', async (t) => {
  const { passed, output, summary } = await ran(
    t,
    {
      wrong: tests('wrong.test.mjs'),
      right: tests('right.test.mjs'),
      slow: script("console.log('the end')"),
    },
    { all: level(['wrong', 'right', 'slow'], 'at once') },
  );
  assert.equal(passed, false);
  const [wrong, why] = [output.lastIndexOf('--- wrong: '), output.indexOf('why one is not two')];
  assert.ok(output.indexOf('all is well') < wrong && output.indexOf('the end') < wrong, output);
  assert.ok(wrong < why && why < output.indexOf('--- Summary'), output);
  const [first = '', ...rest] = untimed(summary).trimEnd().split('\n').slice(1);
  assert.deepEqual(
    [first.slice('Passed: '.length).split(', ').toSorted(), ...rest],
    [
      ['right', 'slow'],
      'FAILED: wrong (exit code 1)',
      '  wrong.test.mjs:2 one is two',
      '  wrong.test.mjs:4 two is three',
    ],
  );
});

test('a lane that cannot start, finds no file or is killed failed, and the others go on', async (t) => {
  const { passed, summary } = await ran(
    t,
    {
      absent: { command: ['no-such-program'] },
      empty: { ...tests(), files: { patterns: ['*.spec.mjs'], ownProcess: false } },
      killed: script("process.kill(process.pid, 'SIGKILL')"),
      right: tests('right.test.mjs'),
    },
    { all: level(['absent', 'empty', 'killed', 'right'], 'to the end') },
  );
  assert.equal(passed, false);
  assert.deepEqual(untimed(summary).trimEnd().split('\n').slice(1), [
    'Passed: right',
    'FAILED: absent (spawn no-such-program ENOENT)',
    'FAILED: empty (no file matches *.spec.mjs)',
    'FAILED: killed (ended by SIGKILL)',
  ]);
});

test('after a level that failed the next one is not run, and the summary says so', async (t) => {
  const { passed, output, summary } = await ran(
    t,
    { first: script('process.exitCode = 3'), second: script("console.log('unwanted')") },
    {
      all: level(['one', 'two'], 'until one fails'),
      one: level(['first'], 'at once'),
      two: level(['second'], 'at once'),
    },
  );
  assert.equal(passed, false);
  assert.doesNotMatch(output, /unwanted/);
  assert.equal(summary, '--- Summary\nNot run: two\nFAILED: first (exit code 3)\n');
});

test('a level sets variables for its lanes, and files that start processes have one of their own', async (t) => {
  const shared = (name: string) =>
    `import { test } from 'node:test'; test('${name} ' + process.env.OF_LEVEL, () => {});`;
  const { passed, output } = await ran(
    t,
    {
      together: { ...tests(), files: { patterns: ['tests/*.test.mjs'], ownProcess: false } },
      alone: { ...tests(), files: { patterns: ['tests/*.test.mjs'], ownProcess: true } },
    },
    { all: level(['together', 'alone'], 'to the end', { OF_LEVEL: 'of the level' }) },
    {
      'tests/plain.test.mjs': shared('plain'),
      'tests/starts.test.mjs': `import 'node:child_process';${shared('starts')}`,
    },
  );
  assert.ok(passed, output);
  const [together = '', alone = ''] = output.split('--- alone');
  assert.match(together, /✔ plain of the level/);
  assert.match(alone, /✔ starts of the level/);
  assert.equal([...output.matchAll(/✔/g)].length, 2, output);
});

test('a signal ends the lanes that run, and no other starts', async (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  let output = '';
  const run: LevelRun = new LevelRun(
    {
      levels: {},
      lanes: {
        endless: script("console.log('running'); setInterval(() => {}, 1000)"),
        next: script(''),
      },
    },
    folder,
    (text) => {
      output += text.toString();
      if (output.includes('running')) run.end('SIGTERM');
    },
  );
  assert.equal(await run.run(['endless', 'next']), false);
  assert.match(output, /Not run: next\nFAILED: endless \(ended by SIGTERM\)\n$/);
});

test('every level of the table has lanes or levels that exist, and every lane is in a level', () => {
  const { levels, lanes } = TABLE;
  const named = Object.values(levels).flatMap(({ of }): readonly string[] => of);
  const known = [...Object.keys(levels), ...Object.keys(lanes)];
  assert.deepEqual(
    named.filter((name) => !known.includes(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(lanes).filter((name) => !named.includes(name)),
    [],
  );
});
