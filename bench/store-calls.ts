/**
 * Requests a second of the four table calls, on both stores, beside what the database gives a plain client in the same run.
 * Server, database and load share the machine. Prints a table for bench/results. Usage: node bench/store-calls.ts
 */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { openStore } from '#store/open.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { type Load, type Result, runHttpLoad, runLoad } from './store/http-load.ts';
import { aliasOf, FIRST, fillPostgres, fillSqlite, realOf } from './store/rows.ts';

const ROWS = 100_000;
const CONNECTIONS = 100;
const READS = 60_000;
const WRITES = 5000;

const cleanUps: (() => Promise<void> | void)[] = [];
const after = (cleanUp: () => Promise<void> | void) => void cleanUps.unshift(cleanUp);

/** What a plain client does: the look-up and the insert, without api and store. */
type Plain = {
  find: (real: string) => Promise<unknown>;
  insert: (number: number) => Promise<unknown>;
};
type Subject = { name: string; url: string; plain: Plain };

async function embedded(): Promise<Subject> {
  const file = `${tempFolder(after)}/veilpost.sqlite`;
  await (await openStore(`sqlite:${file}`, { now: Date.now, log: SILENT })).close();
  fillSqlite(file, FIRST, FIRST + ROWS);
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec('PRAGMA synchronous = FULL');
  const find = db.prepare('SELECT * FROM aliases WHERE real_email = ?');
  const insert = db.prepare("INSERT INTO aliases VALUES (?, ?, ?, 1, '2026-11-21T00:00:00.000Z')");
  after(() => db.close());
  return {
    name: 'node:sqlite',
    url: `sqlite:${file}`,
    plain: {
      find: async (real) => find.all(real),
      insert: async (number) => insert.run(randomUUID(), realOf(number), aliasOf(number)),
    },
  };
}

async function onServer(): Promise<Subject> {
  const url = await (await postgresServer(after, { durable: true })).database('calls');
  await (await openStore(url, { now: Date.now, log: SILENT })).close();
  await fillPostgres(url, FIRST, FIRST + ROWS);
  const one = postgres(url, { max: 1, fetch_types: false });
  const four = postgres(url, { max: 4, fetch_types: false });
  after(async () => void (await Promise.all([one.end(), four.end()])));
  return {
    name: 'PostgreSQL',
    url,
    plain: {
      find: (real) => one`SELECT * FROM aliases WHERE real_email = ${real}`,
      insert: (number) => four`
        INSERT INTO aliases (id, real_email, alias_email, created_at)
        VALUES (${randomUUID()}, ${realOf(number)}, ${aliasOf(number)}, now())`,
    },
  };
}

let fresh = FIRST + ROWS;
const some = () => FIRST + Math.floor(Math.random() * ROWS);
const known = () => realOf(some());
const request = (method: string, query: string, body = '') =>
  `${method} /rest/v1/aliases${query} HTTP/1.1\r\nHost: bench.test\r\napikey: key\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`;

/** The calls in the order of the specification's section 7. */
const calls = (ids: string[]): [name: string, load: Omit<Load, 'port' | 'connections'>][] => [
  [
    'insert',
    {
      requests: WRITES,
      expected: 201,
      next: () => {
        fresh += 1;
        const row = { real_email: realOf(fresh), alias_email: aliasOf(fresh), active: true };
        return request('POST', '', JSON.stringify(row));
      },
    },
  ],
  [
    'look-up',
    {
      requests: READS,
      expected: 200,
      next: () => request('GET', `?select=*&real_email=eq.${known()}&order=created_at.desc`),
    },
  ],
  [
    'switch',
    {
      requests: WRITES,
      expected: 204,
      next: () =>
        request(
          'PATCH',
          `?id=eq.${ids[Math.floor(Math.random() * ids.length)]}`,
          '{"active":true}',
        ),
    },
  ],
  [
    'exists',
    {
      requests: READS,
      expected: 200,
      next: () => request('GET', `?select=id&alias_email=eq.${aliasOf(some())}`),
    },
  ],
];

const rate = ({ perSecond }: Result) => Math.round(perSecond).toLocaleString('en');
const ms = (time: number) => `${time.toFixed(1)} ms`;

async function measure({ name, url, plain }: Subject): Promise<void> {
  const file = fileURLToPath(new URL('store/api-process.ts', import.meta.url));
  const server = spawn(process.execPath, [file, url], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const port = Number((await lines.next()).value);
  const store = await openStore(url, { now: Date.now, log: SILENT });
  const numbers = Array.from({ length: 1000 }, (_, i) => realOf(FIRST + i));
  const aliases = await Promise.all(numbers.map((real) => store.aliasesOf(real)));
  const ids = aliases.flat().map(({ id }) => id);
  await store.close();

  const plainReads = await runLoad(CONNECTIONS, READS, () => plain.find(known()));
  const plainWrites = await runLoad(CONNECTIONS, WRITES, () => plain.insert((fresh += 1)));
  for (const [call, load] of calls(ids)) {
    await runHttpLoad({
      ...load,
      requests: Math.min(2000, load.requests),
      port,
      connections: CONNECTIONS,
    });
    const result = await runHttpLoad({ ...load, port, connections: CONNECTIONS });
    const limit = call === 'look-up' || call === 'exists' ? plainReads : plainWrites;
    const share = ((100 * result.perSecond) / limit.perSecond).toFixed(0);
    console.log(
      `| ${name} | ${call} | ${rate(result)} | ${ms(result.p50)} | ${ms(result.p99)} | ${rate(limit)} | ${share} % |`,
    );
  }
  server.stdin.write('memory\n');
  const memory = Number((await lines.next()).value);
  console.log(`| ${name} | memory afterwards | ${(memory / 2 ** 20).toFixed(0)} MB | | | | |`);
  server.stdin.end();
}

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.versions.node}, ${CONNECTIONS} connections\n`,
);
console.log('| store | call | requests/s | p50 | p99 | a plain client | share |');
console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
for (const subject of [await embedded(), await onServer()]) await measure(subject);
for (const cleanUp of cleanUps) await cleanUp();
