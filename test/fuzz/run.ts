/** `npm run fuzz`: rounds of test/fuzz guided by coverage, for a time that its subjects share. See --help. */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, refuse } from '../../scripts/shared/command-line.ts';

const USAGE = `Usage: npm run fuzz [-- options] [FILE...]

  FILE...       names of files of test/fuzz, such as dns; absent: all
  --hours 1     how long, for all subjects together; 0.1 is six minutes
  --keep        writes the traces that have reached something new to test/fuzz/traces.txt

A subject prints its rounds, the blocks of src/ that it has reached, and the traces kept. A failure prints its trace, and
FUZZ_TRACE=... node --test --test-name-pattern='the subject' test/fuzz/FILE.test.ts plays it back.`;

const { values, positionals } = commandLine(USAGE, {
  options: { hours: { type: 'string', default: '1' }, keep: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
const names = positionals.length === 0 ? all : positionals.map((name) => `${name}.test.ts`);
const unknown = names.find((name) => !all.includes(name));
const hours = Number(values.hours);
if (unknown !== undefined) refuse(`test/fuzz has no ${unknown}`);
if (!(hours > 0)) refuse(`--hours must be a number above 0, but is '${values.hours}'`);
run();

function run(): void {
  const files = names.map((name) => join(import.meta.dirname, name));
  const subjects = files.reduce(
    (sum, file) =>
      sum + (readFileSync(file, 'utf8').match(/\b(?:fuzz|fuzzAtLeast|rounds)\(/g)?.length ?? 0),
    0,
  );
  const flags = ['--import', join(import.meta.dirname, 'coverage.ts')];
  const tests = ['--test', '--test-force-exit', '--test-concurrency=1'];
  const FUZZ_SECONDS = String((hours * 3600) / subjects);
  const keep = values.keep ? { FUZZ_KEEP: 'on' } : {};
  const child = spawn(process.execPath, [...flags, ...tests, ...files], {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SECONDS, ...keep },
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
