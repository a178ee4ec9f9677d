// npm run test:promises: `together PATTERN...` runs in one process the files that need no other process,
// because a start costs as much CPU as the tests of such a file; `alone PATTERN...` runs the others, each in its own. A file
// is sorted by what it imports, so a new one is never left out.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/** Files that start processes or servers, or measure their own process. */
const ALONE =
  /'node:(?:child_process|worker_threads)'|(?:#support|\.)\/(?:service-process|forwarding-service|postgres|shared-ports|veilpost-command|supabase[a-z-]*|one-alias|plain-runtime|next-hop-thread)\.ts|memoryUsage|residentSize|cpuUsage|CpuMs/;

const FLAGS =
  '--import ./test/support/compile-cache.mjs --test --test-timeout=120000 --test-force-exit'.split(
    ' ',
  );
const HOW: Record<string, string[]> = {
  together: ['--test-isolation=none'],
  // One more than the two cores: a file waits for its processes most of the time.
  alone: ['--test-concurrency=3'],
};

const [mode = '', ...patterns] = process.argv.slice(2);
const how = HOW[mode];
const files = globSync(patterns)
  .filter((file) => ALONE.test(readFileSync(file, 'utf8')) === (mode === 'alone'))
  .toSorted();
if (how === undefined || files.length === 0) {
  console.error(`node scripts/promises.ts ${Object.keys(HOW).join('|')} PATTERN...: no such file`);
  process.exitCode = 64;
} else {
  const { status } = spawnSync(process.execPath, [...FLAGS, ...how, ...files], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
