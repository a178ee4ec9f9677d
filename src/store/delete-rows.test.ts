import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { noteKey } from '#support/seeded-random.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { flow } from './sessions/auth-rows.fixture.ts';
import { openSqliteStore } from './open.ts';

const NUMBERS = Array.from({ length: 2500 }, (_, n) => n);

/** An embedded store, and the numbers of rows that another process sees while `work` runs. */
function setUp(t: TestContext) {
  const file = join(tempFolder(t.after.bind(t)), 'veilpost.sqlite');
  const store = openSqliteStore(file, { now: () => 0, log: SILENT });
  const other = new DatabaseSync(file);
  t.after(async () => {
    other.close();
    await store.close();
  });
  const seen = async (table: string, work: () => Promise<number>) => {
    const count = other.prepare(`SELECT count(*) AS n FROM ${table}`);
    const counts = new Set<number>();
    const ended: number[] = [];
    void work().then((rows) => ended.push(rows));
    const look = () => counts.add(Number(count.get()?.n));
    while (ended.length === 0) {
      look();
      // A message that comes in meanwhile finds the database free.
      other.exec('BEGIN IMMEDIATE; ROLLBACK');
      await new Promise(setImmediate);
    }
    look();
    return { deleted: ended[0], counts: [...counts] };
  };
  return { store, seen };
}

test('expired notes of the ledger are deleted a thousand at a time, so that mail gets its turn in between', async (t) => {
  const { store, seen } = setUp(t);
  const note = { code: 250, enhanced: '2.0.0' };
  await Promise.all(NUMBERS.map((n) => store.remember(noteKey(n), note, n < 2400 ? 10 : 11)));
  const { deleted, counts } = await seen('ledger', () => store.forgetExpired(10));
  assert.equal(deleted, 2400);
  assert.deepEqual(counts, [2500, 1500, 500, 100]);
  assert.deepEqual(await store.recall(noteKey(2400), 10), note);
});

test('an old time of the history is deleted a thousand rows at a time', async (t) => {
  const { store, seen } = setUp(t);
  const day = 86_400_000;
  const made = NUMBERS.slice(0, 250).map(async (n) => {
    const row = { real_email: `real${n}@mailbox.test`, alias_email: `alias-${1000 + n}@a.test` };
    const insertion = await store.insertAlias(row);
    return insertion.kind === 'created' ? insertion.alias.id : assert.fail(insertion.kind);
  });
  const aliases = await Promise.all(made);
  const aliasOf = (n: number) => aliases[Math.floor(n / 10)] ?? '';
  const mail = { kind: 'deferred', domain: 'b.test', reason: 'busy', code: 451, host: 'mx.test' };
  const at = (n: number) => (n % 10 === 0 ? 10 * day : n);
  await store.history.add(NUMBERS.map((n) => ({ aliasId: aliasOf(n), at: at(n), ...mail })));
  const ofDay = (n: number) => ({ aliasId: aliasOf(n), day: (n % 10) * day, delivered: 1 });
  await store.history.addDelivered(NUMBERS.map(ofDay));
  const forget = () => store.history.forgetBefore(9 * day);
  const both = '(SELECT 1 FROM history UNION ALL SELECT 1 FROM history_days)';
  const { deleted, counts } = await seen(both, forget);
  assert.equal(deleted, 2250 + 2250);
  assert.deepEqual(counts, [5000, 4000, 3000, 2750, 1750, 750, 500]);
});

test('sign-ins that no one finished are deleted a thousand at a time', async (t) => {
  const { store, seen } = setUp(t);
  await Promise.all(NUMBERS.map((n) => store.auth.flows.insert(flow(n < 2400 ? 10 : 11))));
  const { deleted, counts } = await seen('auth_flows', () => store.auth.sweep(10 + 60_000));
  assert.equal(deleted, 2400);
  assert.deepEqual(counts, [2500, 1500, 500, 100]);
});
