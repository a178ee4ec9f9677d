import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { noteKey } from '#support/seeded-random.ts';
import { postgresDatabase, untilLeft } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore, openStore } from '#store/open.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import type { StsRow } from '#store/policies/sts-policies.ts';
import { StoreUnavailable } from '#store/store.ts';
import { DatabaseUnusable } from '#store/errors.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';

const folder = tempFolder(after);
const silent = () => {};
const options = { now: Date.now, log: SILENT };

const POLICY: StsRow = {
  domain: 'mailbox.test',
  id: 'one',
  mode: 'enforce',
  mx: ['a.test', '*.b.test'],
  fetchedAt: 1,
  expiresAt: 1e14,
  usedAt: 2,
};

/** A live embedded store with 2,500 aliases, every third switched off. */
async function liveStore(name: string) {
  const from = join(folder, name);
  const store = openSqliteStore(from, options);
  const db = new DatabaseSync(from);
  const insert = db.prepare('INSERT INTO aliases VALUES (?, ?, ?, ?, ?)');
  const time = new Date(0).toISOString();
  // In one transaction: separate inserts would each wait for the disk.
  db.exec('BEGIN');
  for (let number = 1000; number < 3500; number += 1) {
    const { real_email, alias_email } = row(number);
    insert.run(randomUUID(), real_email, alias_email, number % 3 === 0 ? 0 : 1, time);
  }
  db.exec('COMMIT');
  db.close();
  return { from, store };
}

/** @param progress called after each batch */
const move = (from: string, to: string, progress: (copied: number) => void = silent) =>
  migrateTo({ from, to, log: SILENT, progress });

const row = (number: number) => ({
  real_email: `real${number}@example.org`,
  alias_email: `alias-${number}@a.test`,
});

test('a live store moves: aliases made and switched meanwhile are moved, with ledger, keys and policies of domains', async () => {
  const to = await postgresDatabase('move_moved');
  const { from, store } = await liveStore('moved.sqlite');
  await store.remember(Buffer.alloc(32, 1), { code: 250, enhanced: '2.0.0' }, 1e15);
  await store.setting('SECRET_KEY', 'kept');
  await store.stsPolicies.keep(POLICY);
  const [early] = await store.owners.confirm('real1001@example.org', 1);
  assert.ok(early);
  const seen: number[] = [];
  const moved = await move(from, to, (copied) => {
    seen.push(copied);
    // The server keeps working while the batches are copied.
    if (seen.length < 4) void store.insertAlias(row(5000 + seen.length));
    if (seen.length === 2) void store.setActive(early.id, false, 'anybody');
  });
  assert.equal(moved, 2503);
  // The migration closes its connections.
  await untilLeft(to);
  const target = await openStore(to, options);
  for (const number of [1000, 1001, 1002, 3499, 5001, 5003]) {
    const address = `alias-${number}@a.test`;
    assert.deepEqual(await target.aliasByAddress(address), await store.aliasByAddress(address));
  }
  assert.equal((await target.aliasByAddress('alias-1001@a.test'))?.alias.active, false);
  assert.deepEqual(await target.countByDomain(), await store.countByDomain());
  assert.equal((await target.recall(Buffer.alloc(32, 1), 0))?.code, 250);
  assert.equal(await target.setting('SECRET_KEY', 'other'), 'kept');
  assert.deepEqual(await target.stsPolicies.find(POLICY.domain, 0), POLICY);

  // A process that still works on the old file acknowledges nothing that would be lost, and keeps reading.
  await assert.rejects(
    store.insertAlias({ real_email: 'late@b.c', alias_email: 'alias-9@a.test' }),
    StoreUnavailable,
  );
  const { owners, history } = store;
  // One after the other: writes at the same moment would fail together.
  for (const write of [
    () => store.setActive(early.id, true, 'anybody'),
    () => owners.deleteAlias(early.id, early.real_email, 3),
    () => owners.change(early.id, { pausedUntil: 9 }, early.real_email),
    () => history.addDelivered([{ aliasId: early.id, day: 0, delivered: 1 }]),
    () => store.auth.users.insert(user()),
  ]) {
    await assert.rejects(write, StoreUnavailable);
  }
  assert.ok(await store.aliasByAddress('alias-3499@a.test'));
  await store.close();
  await assert.rejects(
    openStore(`sqlite:${from}`, options),
    /were moved to the database .*set DATABASE_URL/,
  );
  await target.close();
});

test('a row that cannot be moved is named, and nothing is moved', async () => {
  const to = await postgresDatabase('move_foreign_row');
  const { from, store } = await liveStore('foreign-row.sqlite');
  const db = new DatabaseSync(from);
  db.exec("UPDATE aliases SET created_at = 'yesterday' WHERE alias_email = 'alias-1234@a.test'");
  const seen: number[] = [];
  const moving = () => move(from, to, (copied) => void seen.push(copied));
  await assert.rejects(moving, (error) => {
    assert.ok(error instanceof DatabaseUnusable);
    assert.match(
      error.message,
      /^Cannot read the row of alias-1234@a\.test: its created_at is not a time .*\. Nothing was moved: /,
    );
    assert.doesNotMatch(error.message, /example\.org/);
    return true;
  });
  db.exec("DELETE FROM aliases WHERE alias_email = 'alias-1234@a.test'");
  db.close();
  assert.equal(await moving(), 2499);
  assert.equal(Math.max(...seen), 2499, 'no row is counted twice');
  await store.close();
});

test('a copy with a difference is found, and the old store stays in use', async () => {
  const to = await postgresDatabase('move_differs');
  const { from, store } = await liveStore('differs.sqlite');
  const stop = () => {
    throw new Error('killed');
  };
  await assert.rejects(move(from, to, stop), /killed/);
  const sql = postgres(to, { max: 1 });
  await sql`UPDATE aliases SET real_email = 'other@example.org' WHERE alias_email = 'alias-1500@a.test'`;
  await sql.end();
  await assert.rejects(move(from, to), /differs from the original/);
  assert.equal((await store.insertAlias(row(9))).kind, 'created');
  await store.close();
});

test('a database in use, or one of another file, is left alone', async () => {
  const to = await postgresDatabase('move_used');
  const used = await openStore(to, options);
  await used.insertAlias({ real_email: 'a@b.c', alias_email: 'alias-1000@a.test' });
  const { from, store } = await liveStore('second.sqlite');
  await assert.rejects(move(from, to), /already holds aliases/);
  assert.deepEqual(await used.countByDomain(), [
    { domain: 'a.test', active: 1, inactive: 0, retired: 0 },
  ]);
  await assert.rejects(
    move(`${from}x`, to),
    (error) => error instanceof DatabaseUnusable && /does not exist/.test(error.message),
  );
  await used.close();
  await store.close();
});

test('the ledger moves a thousand notes at a time: the writes of mail wait for as few responses as possible', async () => {
  const to = await postgresDatabase('move_notes');
  const { from, store } = await liveStore('notes.sqlite');
  const delivered = { code: 250, enhanced: '2.0.0' };
  const notes = Array.from({ length: 2500 }, (_, n) => noteKey(n));
  await Promise.all(notes.map((key) => store.remember(key, delivered, 1e15)));
  await (await openStore(to, options)).close();
  const sql = postgres(to, { max: 1, onnotice: silent });
  await sql.unsafe(`CREATE TABLE statements (at timestamptz NOT NULL DEFAULT clock_timestamp());
    CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO statements DEFAULT VALUES; RETURN NULL; END';
    CREATE TRIGGER counted AFTER INSERT ON ledger FOR EACH STATEMENT EXECUTE FUNCTION counted()`);
  await move(from, to);
  const statements = await sql`SELECT at FROM statements`;
  assert.equal(statements.length, 3);
  assert.equal((await sql`SELECT FROM ledger`).length, notes.length);
  await sql.end();
  const target = await openStore(to, options);
  for (const key of notes.filter((_, n) => n % 50 === 0)) {
    assert.deepEqual(await target.recall(key, 0), delivered);
  }
  await Promise.all([store.close(), target.close()]);
});

test('a note that changes after a move was interrupted has its new value after the next one', async () => {
  const to = await postgresDatabase('move_late');
  const { from, store } = await liveStore('late.sqlite');
  const under = (code: number) => store.remember(noteKey(1), { code, enhanced: '2.0.0' }, 1e15);
  await under(451);
  const sql = postgres(to, { max: 1, onnotice: silent });
  await (await openStore(to, options)).close();
  // The last step on the remote side fails.
  await sql`ALTER TABLE settings ADD CONSTRAINT refused CHECK (name <> 'a')`;
  await store.setting('a', 'b');
  await assert.rejects(move(from, to));
  await sql`ALTER TABLE settings DROP CONSTRAINT refused`;
  await sql.end();
  await under(250);
  await move(from, to);
  const target = await openStore(to, options);
  assert.equal((await target.recall(noteKey(1), 0))?.code, 250);
  await Promise.all([store.close(), target.close()]);
});
