/**
 * Changes the sources at one place at a time and runs the tests. A change that fails no test shows a promise without a
 * test, or unneeded code.
 */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, refuse } from './shared/command-line.ts';
import { seededRandom } from '#support/seeded-random.ts';
import { type Mutation, mutated, mutationsOf } from './mutate/mutations.ts';
import { type Reach, reaches, reachOf } from './mutate/reach.ts';
import { WorkingCopy } from './mutate/working-copy.ts';

const USAGE = `Usage: npm run mutate [-- options]

  --count 200          mutations in all; each area gets its share, and ten at the least
  --seed 1             seed of the random choice
  --only PATTERN       only matching sources, such as 'src/mail/forward/**'`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TESTS = '{src,web,test/promises,test/standards,test/fuzz,test/simulation}/**/*.test.ts';
/** A mutation that makes a test hang is detected after this multiple of its usual time, and a bit more. */
const SLOWER = 5;
const SOME_MS = 20_000;
/** The least number of mutations of each area, if it has so many. */
const LEAST = 10;
/** Mutations that are tried at the same time. */
const JOBS = 2;

const { values } = commandLine(USAGE, {
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '{src,web}/**' },
  },
});
for (const name of ['count', 'seed'] as const) {
  if (!/^\d{1,9}$/.test(values[name])) {
    refuse(`--${name} must be a whole number, but is '${values[name]}'`);
  }
}
await main();

async function main(): Promise<void> {
  const files = (pattern: string) => globSync(pattern, { cwd: ROOT }).toSorted();
  const sources = files('{src,web}/**/*.ts').filter(
    (file) => !/\.(?:test|contract|fixture|d)\.ts$/.test(file),
  );
  const chosen = new Set(files(values.only));
  const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const all = sources
    .filter((file) => chosen.has(file))
    .flatMap((file) => mutationsOf(file, text(file)));
  const mutations = sample(all, Number(values.count), seededRandom(Number(values.seed)));
  if (mutations.length === 0) throw new Error(`--only ${values.only} matches no source`);

  const tests = files(TESTS);
  const reached = await inTurns(tests, (test, copy) => reachOf(test, sources, copy), 'test files');
  const outcomes = await inTurns(mutations, (mutation, copy) => tried(mutation, reached, copy));
  report(mutations, outcomes);
}

/** The area in which a file is scored. */
function areaOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[1] === 'mail' ? 4 : 2).join('/');
}

/**
 * A random choice, in proportion to the size of each area, with a few of the smallest.
 * @param random uniform in [0, 1)
 */
function sample(all: readonly Mutation[], count: number, random: () => number): Mutation[] {
  const areas = Map.groupBy(all, ({ file }) => areaOf(file));
  return [...areas.values()].flatMap((mutations) => {
    const share = Math.max(LEAST, Math.round((count * mutations.length) / all.length));
    return mutations
      .map((mutation) => ({ mutation, drawn: random() }))
      .toSorted((a, b) => a.drawn - b.drawn)
      .slice(0, share)
      .map(({ mutation }) => mutation);
  });
}

/** @returns the first test that fails */
async function tried(
  mutation: Mutation,
  reached: readonly Reach[],
  copy: WorkingCopy,
): Promise<string | undefined> {
  const source = readFileSync(join(ROOT, mutation.file), 'utf8');
  copy.write(mutation.file, mutated(source, mutation));
  try {
    // Tests next to the code come first, because they are quick. The others follow from fastest to slowest.
    const rank = ({ test, ms }: Reach) => (areaOf(test) === areaOf(mutation.file) ? 0 : ms);
    const able = reached
      .filter((reach) => reaches(reach, mutation))
      .toSorted((a, b) => rank(a) - rank(b));
    for (const { test, ms } of able) {
      const { passed } = await copy.run(test, ms * SLOWER + SOME_MS);
      if (passed) continue;
      tell(mutation, source, `noticed by ${test}`);
      return test;
    }
    tell(mutation, source, able.length === 0 ? 'NOT REACHED by any test' : 'NOT NOTICED');
    return undefined;
  } finally {
    copy.write(mutation.file, source);
  }
}

function tell({ file, line, start, end, replacement }: Mutation, source: string, outcome: string) {
  const one = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60);
  console.log(
    `${file}:${line}  ${one(source.slice(start, end))} -> ${one(replacement)}  ${outcome}`,
  );
}

/** Runs all mutations, with one working copy for each job. @returns in the order of `all` */
async function inTurns<T, R>(
  all: readonly T[],
  work: (one: T, copy: WorkingCopy) => Promise<R>,
  counted?: string,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const job = async () => {
    using copy = new WorkingCopy(ROOT);
    for (let at = next++; at < all.length; at = next++) {
      const [one] = all.slice(at, at + 1);
      if (one !== undefined) results[at] = await work(one, copy);
      if (counted !== undefined && at % 20 === 0) console.log(`${at} of ${all.length} ${counted}`);
    }
  };
  await Promise.all(Array.from({ length: JOBS }, job));
  return results;
}

function report(mutations: readonly Mutation[], outcomes: readonly (string | undefined)[]): void {
  const noticed = (some: readonly Mutation[]) =>
    some.filter((mutation) => outcomes[mutations.indexOf(mutation)] !== undefined).length;
  const areas = Map.groupBy(mutations, ({ file }) => areaOf(file));
  console.log('');
  for (const [area, some] of [...areas, ['all', mutations] as const]) {
    const [detected, all] = [noticed(some), some.length];
    console.log(
      `${area.padEnd(28)} ${detected} of ${all}  ${Math.floor((100 * detected) / all)} %`,
    );
  }
}
