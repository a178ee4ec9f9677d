#!/usr/bin/env -S node --
// `npx veilpost ...` on the system's Node (18 or newer), so: plain JavaScript, built-ins only. Hands over to the Node
// among the dependencies if the system's is older than 24.21. `--`: Node has an --env-file of its own, looks for it after
// the script, too, and ends with 9 if that file cannot be read.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isNewEnough = major > 24 || (major === 24 && minor >= 21);
const carried = fileURLToPath(
  new URL(
    `../node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`,
    import.meta.url,
  ),
);
if (!isNewEnough && !existsSync(carried)) {
  console.error('Veilpost is not installed yet: run npm start, or npm ci, in its folder first.');
  process.exit(1);
}
const main = fileURLToPath(new URL('../src/app/command/main.ts', import.meta.url));
const run = spawnSync(
  isNewEnough ? process.execPath : carried,
  ['--', main, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32' && !isNewEnough,
  },
);
if (run.error) {
  console.error(
    `The Node that Veilpost brings along does not run on this system: install Node 24.21 or newer; this is Node ${process.versions.node}.`,
  );
}
process.exitCode = run.status ?? 1;
