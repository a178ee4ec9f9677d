/**
 * The cost of sessions (auth/v1), as ratios on both stores: CPU of access tokens, refreshes against the single UPDATE
 * of each, forged refresh tokens against look-ups. Server, database and load share the machine.
 * Usage: npm run bench:sessions -- [--short]; the whole run, of some minutes, writes bench/results.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { openStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { endedRefreshes, forgedRefreshes, newSessions, refreshes } from './sessions/refreshes.ts';
import { newToken, refusedToken, rememberedToken } from './sessions/token-cost.ts';
import { starts } from './sessions/start.ts';
import { updatesByPlainClient, updatesByStore, updatesThroughHttp } from './sessions/updates.ts';
import { startApi } from './store/api.ts';
import { tableCalls } from './store/calls.ts';
import { type Load, type Result, runHttpLoad, runLoad } from './store/http-load.ts';
import { FIRST } from './store/rows.ts';
import { embedded, onServer, type Subject } from './store/subjects.ts';

const SHORT = process.argv.includes('--short');
const ROWS = 10_000;
const SESSIONS = 1000;
const ROUNDS = SHORT ? 1 : 5;
/** V8 compiles the code only after thousands of calls. */
const WARM_UPS = SHORT ? 1 : 2;
/** Requests of one round. */
const READS = SHORT ? 2000 : 10_000;
const WRITES = SHORT ? 500 : 3000;
const ALONE = SHORT ? 100 : 500;

type After = (cleanUp: () => Promise<void> | void) => void;
/** A measure to compare `ours` with, in the same unit; `bar`: the design's aim, or a dash. */
type Peer = { name: string; bar: string; measure: () => Promise<number> };
type Line = {
  name: string;
  unit: string;
  digits: number;
  ours: () => Promise<number>;
  peers: Peer[];
};

const CPU = { unit: 'us of CPU', digits: 1 };
const RATE = { unit: '/s', digits: 0 };
const perSecond = async (result: Promise<Result>) => (await result).perSecond;

/** @param limit another database of the same kind, which no service has open */
async function linesOf(subject: Subject, limit: Subject, after: After): Promise<Line[]> {
  const store = await openStore(limit.url, { now: Date.now, log: SILENT });
  after(() => store.close());
  const { port, cpu, end } = await startApi(subject.url, true);
  after(() => void end());
  const tokens = await newSessions(port, SESSIONS);
  const [real = ''] = tokens;
  const [byStore, plain] = [
    await updatesByStore(store.auth),
    await updatesByPlainClient(limit, store.auth, after),
  ];
  const refreshLine = (connections: number, requests: number, bar: string): Line => {
    const many = { connections, requests };
    return {
      ...RATE,
      name: `refreshes over ${connections === 1 ? 'one connection' : `${connections} connections`}`,
      ours: () => perSecond(refreshes({ port, ...many }, tokens)),
      peers: [
        {
          name: 'the one UPDATE, asked through HTTP',
          bar,
          measure: () => perSecond(updatesThroughHttp({ port, ...many }, real)),
        },
        {
          name: 'the one UPDATE by a plain client',
          bar,
          measure: () => perSecond(plain(many)),
        },
        {
          name: 'the one UPDATE in the store, flushes shared',
          bar,
          measure: () => perSecond(byStore(many)),
        },
      ],
    };
  };
  /** Of the server, for one request. */
  const cpuOf = async (requests: number, load: () => Promise<Result>) => {
    const before = await cpu();
    await load();
    return ((await cpu()) - before) / requests;
  };
  const [remembered, fresh] = [await rememberedToken(store), await newToken(store)];
  const refused = await refusedToken(store);
  const shape = { port, connections: 100, requests: READS };
  const writing = { ...shape, requests: WRITES };
  return [
    {
      ...CPU,
      name: 'GET user with a remembered token',
      ours: remembered.ours,
      peers: [
        { name: 'the call without reading it', bar: 'at most 1.15', measure: remembered.peer },
      ],
    },
    {
      ...CPU,
      name: 'a new token',
      ours: fresh.ours,
      peers: [{ name: '`crypto.verify` with ES256', bar: 'at most 1.5', measure: fresh.peer }],
    },
    {
      ...CPU,
      name: 'a refresh, of the server in all',
      ours: () => cpuOf(WRITES, () => refreshes(writing, tokens)),
      peers: [
        {
          name: 'the one UPDATE, asked through HTTP',
          bar: 'at most 3',
          measure: () => cpuOf(WRITES, () => updatesThroughHttp(writing, real)),
        },
      ],
    },
    {
      ...CPU,
      name: 'a forged refresh token, of the server in all',
      ours: () => cpuOf(READS, () => forgedRefreshes(shape, tokens)),
      peers: [
        {
          name: 'a look-up of an alias',
          bar: 'at most 0.67',
          measure: () => cpuOf(READS, () => runHttpLoad({ ...shape, ...lookUp() })),
        },
      ],
    },
    refreshLine(100, WRITES, 'at least 0.33'),
    refreshLine(1, ALONE, 'at least 0.6'),
    {
      ...RATE,
      name: 'forged refresh tokens refused, in the process',
      ours: () => perSecond(runLoad(100, READS, refused.ours)),
      peers: [
        {
          name: 'look-ups of a session',
          bar: 'at least 1.5',
          measure: () => perSecond(runLoad(100, READS, refused.peer)),
        },
      ],
    },
    {
      ...RATE,
      name: 'forged refresh tokens refused through HTTP',
      ours: () => perSecond(forgedRefreshes(shape, tokens)),
      peers: [
        {
          name: 'tokens of ended sessions, which are looked up',
          bar: '-',
          measure: () => perSecond(endedRefreshes(shape)),
        },
        {
          name: 'look-ups of an alias',
          bar: 'at least 1.5',
          measure: () => perSecond(runHttpLoad({ ...shape, ...lookUp() })),
        },
      ],
    },
  ];
}

/** The design gives these as absolute figures, not as ratios. */
async function startLines(cleanUp: After): Promise<Line[]> {
  const [on, off] = [await starts(cleanUp, 'on'), await starts(cleanUp, 'off')];
  const without = (bar: string, measure: () => Promise<number>) => [
    { name: 'the same with AUTH=off', bar, measure },
  ];
  return [
    {
      name: '`npm start` from the second time on',
      unit: 'ms',
      digits: 0,
      ours: async () => (await on()).ms,
      peers: without('ours below 1000 ms', async () => (await off()).ms),
    },
    {
      name: 'resident memory after a start',
      unit: 'MiB',
      digits: 1,
      ours: async () => (await on()).mebibytes,
      peers: without('at most 10 MiB more', async () => (await off()).mebibytes),
    },
  ];
}

function lookUp(): Pick<Load, 'expected' | 'next'> {
  const known = () => FIRST + Math.floor(Math.random() * ROWS);
  const call = tableCalls({ known, fresh: () => 0 }, []).find(({ name }) => name === 'look-up');
  if (call === undefined) throw new Error('There is no look-up.');
  return { expected: call.expected, next: call.next };
}

/** All peers in turn with ours, round by round; of each the median round by its ratio. */
async function measured(line: Line, store: string): Promise<string[]> {
  const { name, unit, digits, ours, peers } = line;
  const rounds: { ours: number; peers: number[] }[] = [];
  for (let n = -WARM_UPS; n < ROUNDS; n += 1) {
    const figures: number[] = [];
    for (const peer of peers) figures.push(await peer.measure());
    const round = { ours: await ours(), peers: figures };
    if (n >= 0) rounds.push(round);
  }
  return peers.map((peer, i) => {
    const pairs = rounds.map((round) => ({ ours: round.ours, peer: round.peers[i] ?? 0 }));
    const middle = median(pairs, (pair) => pair.ours / pair.peer);
    const figures = [middle.ours, middle.peer].map((one) => `${one.toFixed(digits)} ${unit}`);
    const ratio = (middle.ours / middle.peer).toFixed(2);
    return `| ${store} | ${name} | ${peer.name} | ${figures.join(' | ')} | ${ratio} | ${peer.bar} |`;
  });
}

const cleanUps: (() => Promise<void> | void)[] = [];
const after: After = (cleanUp) => void cleanUps.unshift(cleanUp);
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const version = /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'unknown';
const load = loadavg()
  .map((one) => one.toFixed(1))
  .join(', ');
const report = [
  `# What sessions cost (${version})`,
  '',
  `\`npm run bench:sessions\` on ${new Date().toISOString().slice(0, 10)}: ${machineKind()}, Node ${process.versions.node}.`,
  `${ROWS} aliases, ${SESSIONS} sessions; server, database and load share the machine, which other work loaded with`,
  `${load} at the beginning (1, 5 and 15 minutes). All peers of a row are measured in turn with ours, the middle one of`,
  `${ROUNDS} rounds by its ratio counts, after ${WARM_UPS} that warm up. docs/decisions/0086 says which peer the design's aim means.`,
  '',
  '| store | what | against what | ours | peer | ratio | aim |',
  '| --- | --- | --- | ---: | ---: | ---: | ---: |',
];
console.log(report.slice(-2).join('\n'));
const print = async (lines: Line[], store: string) => {
  for (const line of lines) {
    const rows = await measured(line, store);
    report.push(...rows);
    console.log(rows.join('\n'));
  }
};
for (const open of [embedded, onServer]) {
  const [subject, limit] = [await open(after, ROWS), await open(after, 0)];
  await print(await linesOf(subject, limit, after), subject.name);
}
await print(await startLines(after), 'node:sqlite');
for (const cleanUp of cleanUps) await cleanUp();
if (!SHORT) {
  const name = `${version}-sessions.md`;
  writeFileSync(new URL(`results/${name}`, import.meta.url), `${report.join('\n')}\n`);
  console.log(`written to bench/results/${name}`);
}
