/**
 * The cost of every mail's look-up as the table grows: from nine thousand aliases to five million, on both stores.
 * Prints a table for bench/results. Usage: node bench/store-lookups.ts [most rows]
 */

import { statSync } from 'node:fs';
import { cpus } from 'node:os';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { aliasOf, FIRST, fillPostgres, fillSqlite, postgresOctets } from './store/rows.ts';

const SIZES = [9000, 100_000, 1_000_000, 5_000_000];
const MOST = Number(process.argv[2] ?? SIZES.at(-1));
/** Look-ups one after the other, for their time; and at once, for their rate. */
const ALONE = 20_000;
const AT_ONCE = 100;
const TOGETHER = 200_000;

const options = { now: Date.now, log: SILENT };
const cleanUps: (() => Promise<void> | void)[] = [];
const after = (cleanUp: () => Promise<void> | void) => void cleanUps.unshift(cleanUp);

type Subject = {
  name: string;
  store: Store;
  fill: (from: number, to: number) => Promise<void>;
  /** The database's size on disk. */
  octets: () => Promise<number>;
};

async function subjects(): Promise<Subject[]> {
  const file = `${tempFolder(after)}/veilpost.sqlite`;
  const url = await (await postgresServer(after)).database('lookups');
  return [
    {
      name: 'node:sqlite',
      store: await openStore(`sqlite:${file}`, options),
      fill: async (from, to) => fillSqlite(file, from, to),
      octets: async () => statSync(file).size,
    },
    {
      name: 'PostgreSQL',
      store: await openStore(url, options),
      fill: (from, to) => fillPostgres(url, from, to),
      octets: () => postgresOctets(url),
    },
  ];
}

/** A sequence without pattern, the same in each run (Knuth, MMIX). */
function* numbersBelow(rows: number): Generator<number, never> {
  let state = 1n;
  for (;;) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    yield FIRST + Number((state >> 33n) % BigInt(rows));
  }
}

async function measure(store: Store, rows: number): Promise<string> {
  const numbers = numbersBelow(rows);
  const find = async () => {
    const alias = await store.aliasByAddress(aliasOf(numbers.next().value));
    if (!alias) throw new Error('an alias is missing');
  };
  for (let i = 0; i < 2000; i += 1) await find();

  const times: number[] = [];
  for (let i = 0; i < ALONE; i += 1) {
    const start = performance.now();
    await find();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const quantile = (part: number) =>
    `${((times[Math.floor(part * ALONE)] ?? 0) * 1000).toFixed(1)} µs`;

  const start = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let i = 0; i < TOGETHER / AT_ONCE; i += 1) await find();
    }),
  );
  const perSecond = TOGETHER / ((performance.now() - start) / 1000);
  const rate = Math.round(perSecond).toLocaleString('en');
  return `${quantile(0.5)} | ${quantile(0.99)} | ${rate}`;
}

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.versions.node}\n`);
console.log('| store | aliases | MB | p50, alone | p99, alone | look-ups/s, 100 at once |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
for (const { name, store, fill, octets } of await subjects()) {
  let rows = 0;
  for (const size of SIZES.filter((one) => one <= MOST)) {
    await fill(FIRST + rows, FIRST + size);
    rows = size;
    const megabytes = Math.round((await octets()) / 1e6);
    const aliases = size.toLocaleString('en');
    console.log(`| ${name} | ${aliases} | ${megabytes} | ${await measure(store, size)} |`);
  }
  await store.close();
}
for (const cleanUp of cleanUps) await cleanUp();
