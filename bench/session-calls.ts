/**
 * What sessions (auth/v1) cost, as ratios in one run on both stores: CPU of access tokens, refreshes against the one UPDATE that
 * each of them is, forged refresh tokens against look-ups. Server, database and load share the machine.
 * Usage: npm run bench:sessions -- [--short]; the whole run, of about a minute, writes bench/results.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { openStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { forgedRefreshes, newSessions, refreshes, updates } from './sessions/refreshes.ts';
import { newToken, rememberedToken } from './sessions/token-cost.ts';
import { startApi } from './store/api.ts';
import { tableCalls } from './store/calls.ts';
import { runHttpLoad } from './store/http-load.ts';
import { FIRST } from './store/rows.ts';
import { embedded, onServer, type Subject } from './store/subjects.ts';

const SHORT = process.argv.includes('--short');
const ROWS = 10_000;
const SESSIONS = 1000;
const ROUNDS = SHORT ? 1 : 5;
/** Requests of one round. */
const READS = SHORT ? 2000 : 20_000;
const WRITES = SHORT ? 500 : 5000;
const ALONE = SHORT ? 100 : 1000;

type After = (cleanUp: () => Promise<void> | void) => void;
/** `ours` against `peer`, in the unit of the line. */
type Round = { ours: number; peer: number };
type Line = {
  name: string;
  unit: string;
  digits: number;
  bar: string;
  round: () => Promise<Round>;
};

/** @param limit another database of the same kind, which no service has open */
async function linesOf(subject: Subject, limit: Subject, after: After): Promise<Line[]> {
  const store = await openStore(limit.url, { now: Date.now, log: SILENT });
  after(() => store.close());
  const { port, end } = await startApi(subject.url, true);
  after(() => void end());
  const tokens = await newSessions(port, SESSIONS);
  const lookUp = tableCalls(
    { known: () => FIRST + Math.floor(Math.random() * ROWS), fresh: () => 0 },
    [],
  ).find(({ name }) => name === 'look-up');
  if (lookUp === undefined) throw new Error('There is no look-up.');
  const cpu = { unit: 'us of CPU', digits: 1 };
  const rate = { unit: '/s', digits: 0 };
  const refreshLine = (connections: number, requests: number, bar: string): Line => ({
    ...rate,
    name: `refreshes over ${connections === 1 ? 'one connection' : `${connections} connections`}; the one UPDATE`,
    bar,
    round: async () => ({
      peer: (await updates(store.auth, { connections, requests })).perSecond,
      ours: (await refreshes({ port, connections, requests }, tokens)).perSecond,
    }),
  });
  return [
    {
      ...cpu,
      name: 'GET user with a remembered token; the call without reading it',
      bar: 'at most 1.15',
      round: await rememberedToken(store),
    },
    {
      ...cpu,
      name: 'a new token; `crypto.verify` with ES256',
      bar: 'at most 1.5',
      round: await newToken(store),
    },
    refreshLine(100, WRITES, 'at least 0.33'),
    refreshLine(1, ALONE, 'at least 0.6'),
    {
      ...rate,
      name: 'forged refresh tokens refused; look-ups',
      bar: 'at least 1.5',
      round: async () => {
        const shape = { port, connections: 100, requests: READS };
        return {
          peer: (await runHttpLoad({ ...shape, expected: lookUp.expected, next: lookUp.next }))
            .perSecond,
          ours: (await forgedRefreshes(shape, tokens)).perSecond,
        };
      },
    },
  ];
}

async function measure({ name, unit, digits, bar, round }: Line, store: string): Promise<string> {
  await round();
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round());
  const { ours, peer } = median(rounds, (one) => one.ours / one.peer);
  const figures = [ours, peer].map((figure) => `${figure.toFixed(digits)} ${unit}`);
  return `| ${store} | ${name} | ${figures.join(' | ')} | ${(ours / peer).toFixed(2)} | ${bar} |`;
}

const cleanUps: (() => Promise<void> | void)[] = [];
const after: After = (cleanUp) => void cleanUps.unshift(cleanUp);
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const version = /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
const report = [
  `# What sessions cost (${version})`,
  '',
  `\`npm run bench:sessions\` on ${new Date().toISOString().slice(0, 10)}: ${machineKind()}, Node ${process.versions.node}.`,
  `${ROWS} aliases, ${SESSIONS} sessions; server, database and load share the machine. The middle one of ${ROUNDS} rounds by its`,
  'ratio, after one that warms up. Tokens are measured in one process, refreshes and look-ups through HTTP.',
  '',
  '| store | what; against what | ours | peer | ratio | aim |',
  '| --- | --- | ---: | ---: | ---: | ---: |',
];
console.log(report.slice(-2).join('\n'));
for (const open of [embedded, onServer]) {
  const [subject, limit] = [await open(after, ROWS), await open(after, 0)];
  for (const line of await linesOf(subject, limit, after)) {
    report.push(await measure(line, subject.name));
    console.log(report.at(-1));
  }
}
for (const cleanUp of cleanUps) await cleanUp();
if (!SHORT) {
  const name = `${version}-sessions.md`;
  writeFileSync(new URL(`results/${name}`, import.meta.url), `${report.join('\n')}\n`);
  console.log(`written to bench/results/${name}`);
}
