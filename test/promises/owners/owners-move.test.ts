import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { openStore } from '#store/open.ts';
import { backup } from '#store/transfer/backup.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { restore } from '#store/transfer/restore.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';

const STREAM = fileURLToPath(new URL('owners-stream.ts', import.meta.url));
const TABLES = [
  'aliases',
  'alias_states',
  'retired_names',
  'history',
  'history_days',
  'complaints',
  'alias_senders',
  'alias_notes',
  'plans',
  'auth_users',
  'auth_sessions',
  'auth_api_keys',
] as const;
const server = await postgresServer(after);
const folder = tempFolder(after);
const options = { now: Date.now, log: SILENT };

/** Aliases from before there were owners; 4111 is coprime to it, so that each is reached once. */
const OLD = 4000;

/** Rows from before there were owners have no state. */
function addOld(file: string, count: number): void {
  using db = new DatabaseSync(file);
  db.exec(`BEGIN; WITH RECURSIVE numbers (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${999 + count})
    INSERT INTO aliases SELECT printf('00000000-0000-4000-8000-%012d', n), 'old' || n || '@example.org',
      'alias-' || n || '@old.test', n % 2, '2026-01-01T00:00:00.000Z' FROM numbers; COMMIT`);
}

type Steps = { made: number; confirmed: number; moved: number; deleted: number };

/** Owners and visitors at work on the file, from the hundredth new alias on. */
async function busyOwners(file: string, old: number) {
  const child = spawn(process.execPath, [STREAM, `sqlite:${file}`, '10000', String(old)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  assert.deepEqual((await lines.next()).value, 'busy');
  return { child, steps: async () => readSteps((await lines.next()).value) };
}

function readSteps(line: unknown): Steps {
  const steps: Steps = JSON.parse(String(line));
  return steps;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** All rows of a table, each as text, in a fixed order. */
function inFile(file: string, table: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return asText(db.prepare(`SELECT * FROM ${table}`).all());
  } finally {
    db.close();
  }
}

async function onServer(url: string, table: string): Promise<string[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return asText(await sql`SELECT * FROM ${sql(table)}`);
  } finally {
    await sql.end();
  }
}

const asText = (rows: readonly Record<string, unknown>[]) =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.keys(row)
          .toSorted()
          .map((name) => [name, plain(row[name])]),
      ),
    )
    .toSorted();

/** The two databases give numbers, times and booleans in different types. */
function plain(value: unknown): string | null {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(typeof value === 'boolean' ? Number(value) : value).replaceAll('"', '');
}

test('a move to PostgreSQL that is interrupted, under inserts, confirmations, refreshes, changes of address and deletions: both sides are equal', async () => {
  const file = join(folder, 'moved.sqlite');
  const to = await server.database('owners_moved');
  const store = await openStore(`sqlite:${file}`, options);
  addOld(file, OLD);
  const busy = await busyOwners(file, OLD);
  let batches = 0;
  const moving = { from: file, to, log: SILENT };
  const broken = migrateTo({
    ...moving,
    progress: () => {
      batches += 1;
      if (batches === 3) throw new Error('killed');
    },
  });
  await assert.rejects(broken, /killed/);
  const seen: number[] = [];
  const moved = await migrateTo({ ...moving, progress: (copied) => void seen.push(copied) });
  assert.ok((seen[0] ?? 0) > 3000, 'the first batches are not copied again');
  const steps = await busy.steps();
  await ended(busy.child);
  assert.equal(busy.child.exitCode, 0);
  for (const step of ['made', 'confirmed', 'moved', 'deleted'] as const) {
    assert.ok(steps[step] > 20, `${step}: ${steps[step]}`);
  }
  for (const table of TABLES) {
    const here = inFile(file, table);
    assert.ok(here.length > 10, `${table} has ${here.length} rows`);
    assert.deepEqual(await onServer(to, table), here, table);
  }
  assert.equal(moved, inFile(file, 'aliases').length);
  await store.close();
});

test('a row made, changed or deleted between its copy and the lock is the same on both sides', async () => {
  const file = join(folder, 'between.sqlite');
  const to = await server.database('owners_between');
  const store = await openStore(`sqlite:${file}`, options);
  const { owners } = store;
  const birth = { ticket: null, confirmedAt: 1 };
  const make = async (name: string) => {
    const row = { real_email: `${name}@b.test`, alias_email: `alias-${next}@a.test` };
    next += 1;
    const insertion = await store.insertAlias(row, birth);
    assert.ok(insertion.kind === 'created');
    return insertion.alias;
  };
  let next = 1000;
  const first = await Promise.all(Array.from({ length: 20 }, (_, i) => make(`real${i}`)));
  const [moves, goes, pauses, renews, off] = first;
  addOld(file, 2480);
  const last = await make('last');
  assert.ok(moves && goes && pauses && renews && off);
  const changes = [
    async () => {
      await owners.moveAddress(moves.real_email, 'elsewhere@b.test', 2, 0);
      // The freed address is another alias's, which is copied while the old copy still exists.
      await make('real0');
    },
    async () => {
      await owners.deleteAlias(goes.id, goes.real_email, 2);
      await owners.change(pauses.id, { pausedUntil: 1e15 }, pauses.real_email);
      await owners.renewLink(renews.id, renews.real_email);
      await store.setActive(off.id, false, 'anybody');
    },
    async () => {
      // All are copied: the newest alias is deleted, and the next one reuses its row in the file.
      await owners.deleteAlias(last.id, last.real_email, 2);
      await make('after');
    },
  ];
  const done: Promise<void>[] = [];
  const progress = () => {
    const change = changes.shift();
    if (change) done.push(change());
  };
  await migrateTo({ from: file, to, log: SILENT, progress });
  await Promise.all(done);
  assert.equal(changes.length, 0);
  for (const table of TABLES)
    assert.deepEqual(await onServer(to, table), inFile(file, table), table);
  await store.close();
});

test('a restored backup equals the state at its time, under inserts, confirmations, changes of address and deletions', async () => {
  const file = join(folder, 'live.sqlite');
  const store = await openStore(`sqlite:${file}`, options);
  const busy = await busyOwners(file, 0);
  const copy = join(folder, 'copy.sqlite');
  const aliases = await backup(file, copy);
  const elsewhere = join(folder, 'elsewhere.sqlite');
  const now = Date.now();
  assert.equal(restore({ from: copy, to: elsewhere, replace: false, now }), aliases);
  for (const table of TABLES)
    assert.deepEqual(inFile(elsewhere, table), inFile(copy, table), table);
  busy.child.kill('SIGKILL');
  await ended(busy.child);

  const names = (from: string, table: string) =>
    new Set(inFile(from, table).map((row) => /alias-\d+@[a-z.]+/.exec(row)?.[0] ?? ''));
  const before = [...names(file, 'aliases'), ...names(file, 'retired_names')].toSorted();
  assert.equal(restore({ from: copy, to: file, replace: true, now }), aliases);
  for (const table of TABLES) {
    if (table === 'retired_names') continue;
    assert.deepEqual(inFile(file, table), inFile(copy, table), table);
  }
  const [alive, retired] = [names(file, 'aliases'), names(file, 'retired_names')];
  const each = [...alive, ...retired].toSorted();
  assert.deepEqual(each, before, 'each name is in use, or never given again, and not both');
  const counts = await store.countByDomain();
  assert.deepEqual(counts.find(({ domain }) => domain === 'a.test')?.retired, retired.size);
  await store.close();
});
