/** `npm run simulate`: lives of the service, one after the other, for a number of lives or of hours. docs/simulation.md tells more. */

import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lived, planOfLife } from './lives.ts';
import type { Plan } from './plan.ts';
import { PROFILES } from './profiles.ts';
import { Report } from './report.ts';
import { Databases } from './template.ts';
import { readable } from './trace.ts';
import type { Told } from './worker.ts';
import type { Line } from './world/world.ts';

/** Lives of one process. */
const LIVES = 30;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    hours: { type: 'string' },
    lives: { type: 'string' },
    profile: { type: 'string', default: 'all' },
    processes: { type: 'string', default: '1' },
    life: { type: 'string' },
    plan: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});

const numberOf = (name: 'seed' | 'hours' | 'lives' | 'processes' | 'life'): number | undefined => {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text === '' || !(number >= 0)) fail(`--${name} wants a number, and not '${text}'`);
  return number;
};

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(64);
}

const seed = numberOf('seed') ?? 1;
const { profile } = values;
if (profile !== 'all' && PROFILES[profile] === undefined) {
  fail(`--profile is one of all, ${Object.keys(PROFILES).join(', ')}`);
}
const life = numberOf('life');
if (values.plan !== undefined) await replay(JSON.parse(readFileSync(values.plan, 'utf8')));
else if (life !== undefined) await replay(planOfLife(seed, life, profile));
else await run();

async function replay(plan: Plan): Promise<void> {
  using databases = new Databases();
  const lines: Line[] = [];
  const { failure, hash, counts } = await lived(plan, databases, (line) => lines.push(line));
  if (values.trace) console.log(readable(lines, lines.length));
  console.log(`hash ${hash}`, Object.fromEntries(counts));
  console.log(failure?.message ?? 'No promise was broken.');
  process.exitCode = failure ? 1 : 0;
}

async function run(): Promise<void> {
  console.log(`seed ${seed}, profile ${profile}`);
  const report = new Report();
  const until = Date.now() + (numberOf('hours') ?? Number.POSITIVE_INFINITY) * 3_600_000;
  const most = numberOf('lives') ?? (values.hours === undefined ? 100 : Number.POSITIVE_INFINITY);
  let next = 0;
  const worker = async () => {
    while (next < most && Date.now() < until) {
      const from = next;
      next += LIVES;
      await ofProcess(from, Math.min(LIVES, most - from), report);
    }
  };
  await Promise.all(Array.from({ length: numberOf('processes') ?? 1 }, worker));
  console.log(report.text());
  process.exitCode = report.isGood ? 0 : 1;
}

function ofProcess(from: number, count: number, report: Report): Promise<void> {
  const asked = JSON.stringify({ seed, profile, from, count });
  const child = fork(new URL('worker.ts', import.meta.url), [asked]);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('message', (told: Told) => {
    report.add(told);
    if (told.failure !== undefined) show(told);
  });
  child.on('exit', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`lives ${from} to ${from + count - 1} ended with ${code}`));
  });
  return promise;
}

function show({ life: broken, failure, plan, trace }: Told): void {
  console.log(`\n${trace}\n\n${failure}\n${JSON.stringify(plan)}`);
  console.log(`npm run simulate -- --seed ${seed} --profile ${profile} --life ${broken} --trace\n`);
}
