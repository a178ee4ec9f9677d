/**
 * Requests a second of the four table calls, on both stores, against the database's own rate for a plain client, in
 * turns and with equal concurrency. Server, database and load share the machine.
 * Usage: node bench/store-calls.ts [--short]; the whole run, of three to four minutes, writes bench/results.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { startApi } from './store/api.ts';
import { type Call, idsOf, tableCalls } from './store/calls.ts';
import { type Result, runHttpLoad, runLoad } from './store/http-load.ts';
import { FIRST, realOf } from './store/rows.ts';
import { embedded, onServer, type Subject } from './store/subjects.ts';

const SHORT = process.argv.includes('--short');
const ROWS = 100_000;
const CONNECTIONS = 100;
/** Requests of one round; the first one warms up. */
const READS = SHORT ? 10_000 : 60_000;
const WRITES = SHORT ? 500 : 3000;
const ROUNDS = SHORT ? 1 : 3;

let highest = FIRST + ROWS;
const numbers = {
  known: () => FIRST + Math.floor(Math.random() * ROWS),
  fresh: () => (highest += 1),
};

const integer = (number: number) => Math.round(number).toLocaleString('en');
const ms = (time: number) => `${time.toFixed(1)} ms`;
const mebibytes = (octets: number) => `${(octets / 2 ** 20).toFixed(0)} MiB`;

type Round = { ours: Result; limit: Result };
const share = ({ ours, limit }: Round) => ours.perSecond / limit.perSecond;

async function measure(subject: Subject): Promise<string[]> {
  const api = await startApi(subject.url);
  const ids = await idsOf(api.port, 1000);
  const lines: string[] = [];
  for (const call of tableCalls(numbers, ids)) {
    const rounds: Round[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const both = await turn(subject, call, api.port, round === 0 ? 0.1 : 1);
      if (round > 0) rounds.push(both);
    }
    const { ours, limit } = median(rounds, share);
    const figures = [
      integer(ours.perSecond),
      ms(ours.p50),
      ms(ours.p99),
      ms(ours.longest),
      integer(limit.perSecond),
      `${(100 * share({ ours, limit })).toFixed(0)} %`,
      mebibytes(await api.memory()),
    ];
    lines.push(`| ${subject.name} | ${call.name} | ${figures.join(' | ')} |`);
    console.log(lines.at(-1));
  }
  api.end();
  return lines;
}

/** The plain client, then the api. */
async function turn({ plain }: Subject, call: Call, port: number, part: number): Promise<Round> {
  const requests = Math.ceil((call.writes ? WRITES : READS) * part);
  const work = call.writes
    ? () => plain.insert(numbers.fresh())
    : () => plain.find(realOf(numbers.known()));
  const limit = await runLoad(CONNECTIONS, requests, work);
  return { limit, ours: await runHttpLoad({ ...call, port, requests, connections: CONNECTIONS }) };
}

const cleanUps: (() => Promise<void> | void)[] = [];
const after = (cleanUp: () => Promise<void> | void) => void cleanUps.unshift(cleanUp);
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const version = /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
const report = [
  `# The four table calls through HTTP (${version})`,
  '',
  `\`node bench/store-calls.ts\` on ${new Date().toISOString().slice(0, 10)}: ${machineKind()}, Node ${process.versions.node}.`,
  `${integer(ROWS)} aliases, ${CONNECTIONS} connections that stay open, one request under way on each; the plain client has as many`,
  `statements under way. Server, database and load share the machine. The middle one of ${ROUNDS} rounds by its share.`,
  '',
  '| store | call | requests/s | p50 | p99 | longest | a plain client | share | memory afterwards |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];
console.log(report.slice(-2).join('\n'));
for (const subject of [await embedded(after, ROWS), await onServer(after, ROWS)]) {
  report.push(...(await measure(subject)));
}
for (const cleanUp of cleanUps) await cleanUp();
if (!SHORT) {
  const name = `${version}-store-calls.md`;
  writeFileSync(new URL(`results/${name}`, import.meta.url), `${report.join('\n')}\n`);
  console.log(`written to bench/results/${name}`);
}
