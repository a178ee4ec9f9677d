// The lanes changed:NAME: of the test files that match, those that a change since the last run without a fault can reach.
// Running all of them costs half a minute of CPU.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { LastPass } from './test/last-pass.ts';
import { reachedTests } from './test/reached-tests.ts';

// NAME PATTERN... -- the arguments of Node
const at = process.argv.indexOf('--');
const [name = '', ...patterns] = process.argv.slice(2, at);
const last = new LastPass(`unit-changed-${name}`);
const all = globSync(patterns).toSorted();
const reached = reachedTests(all, last);
console.log(`${reached.length} of ${all.length} test files can notice what has changed`);
const { status } =
  reached.length === 0
    ? { status: 0 }
    : spawnSync(process.execPath, [...process.argv.slice(at + 1), ...reached], {
        stdio: 'inherit',
      });
if (status === 0) last.keep();
else process.exitCode = 1;
