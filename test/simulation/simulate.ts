/** `npm run simulate`: lives of the service, one after the other, for a number of lives or of hours. See docs/simulation.md. */

import type { ChildProcess } from 'node:child_process';
import { EXIT_USAGE } from '#app/config/fault.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { inProcesses } from './processes.ts';
import { Report } from './report.ts';
import type { Asked, Told } from './worker.ts';

/** Lives of one process at most: the first few hundred cost half as much again, until the code is compiled. */
const LIVES = 1000;
/** Node's. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** Between two progress lines, in milliseconds. */
const PROGRESS_MS = 60_000;

const given = usableOptions();
if (given === 'help') console.log(USAGE);
else if (given.life === undefined && given.plan === undefined) await run(given);
else {
  // The engine is loaded in the processes that run it.
  const { replay } = await import('./lives.ts');
  process.exitCode = (await replay(given)) ? 0 : 1;
}

function usableOptions(): ReturnType<typeof readOptions> {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    // After its first line Node gives advice on dashes.
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    console.error(line);
    process.exit(EXIT_USAGE);
  }
}

async function run(options: Options): Promise<void> {
  const { seed, profile, lives, hours, processes } = options;
  const report = new Report(profile);
  const ending = new AbortController();
  let next = 0;
  const share = Math.min(LIVES, Math.ceil(lives / processes));
  const children = new Set<ChildProcess>();
  // Each process completes its current life: the table of the lives so far is still valid.
  const end = () => {
    ending.abort();
    for (const child of children) child.kill('SIGINT');
  };
  // A second signal ends it at once.
  process.once('SIGINT', end);
  const timer = setTimeout(end, Math.min(hours * 3_600_000, LONGEST_TIMER_MS));
  console.log(`seed ${seed}, profile ${profile}`);
  const progress = setInterval(() => console.error(report.progress()), PROGRESS_MS);
  const worker = async () => {
    while (next < lives && !ending.signal.aborted) {
      const from = next;
      next += share;
      const asked = { seed, profile, from, count: Math.min(share, lives - from) };
      const told = (one: Told) => {
        report.add(one);
        if (one.failure !== undefined) show(one, asked);
      };
      await inProcesses(asked, { told, children, isEnding: () => ending.signal.aborted });
    }
  };
  await Promise.all(Array.from({ length: processes }, worker));
  clearInterval(progress);
  clearTimeout(timer);
  console.log(report.text());
  process.exitCode = report.isGood ? 0 : 1;
}

function show({ life, failure, plan, trace }: Told, { seed, profile }: Asked): void {
  if (plan === undefined) console.log(`\n${failure}`);
  else console.log(`\n${trace}\n\n${failure}\n${JSON.stringify(plan)}`);
  console.log(`npm run simulate -- --seed ${seed} --profile ${profile} --life ${life} --trace\n`);
}
