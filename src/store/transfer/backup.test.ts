import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, type TestContext, test } from 'node:test';
import { NOBODY } from '#support/postgres-cluster.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { aliases } from '../migrations/0001-aliases.ts';
import { sessions } from '../migrations/0002-sessions.ts';
import { APPLICATION_ID } from '../sqlite/migrate.ts';
import { openSqliteStore } from '../open.ts';
import { DatabaseUnusable } from '../errors.ts';
import { backup, backupInto } from './backup.ts';
import { restore } from './restore.ts';

const folder = tempFolder(after);
const path = (name: string) => join(folder, name);
const open = (name: string) => openSqliteStore(path(name), { now: Date.now, log: SILENT });
const NOW = Date.UTC(2026, 10, 22, 12);
const DAY = 86_400_000;
/** Restores a backup. @returns the number of its aliases */
const restored = (from: string, to: string, replace = false) =>
  restore({ from: path(from), to: path(to), replace, now: NOW });
const row = (number: number) => ({
  real_email: `real${number}@example.org`,
  alias_email: `alias-${number}@a.test`,
});

test('a backup of a live store holds all of its data, retired names too, in one file for its owner alone', async () => {
  const live = open('live.sqlite');
  for (let number = 1000; number < 1100; number += 1) await live.insertAlias(row(number));
  await live.remember(Buffer.alloc(32, 1), { code: 250, enhanced: '2.0.0' }, 1e15);
  await live.setting('ANON_KEY', 'kept');
  const times = { fetchedAt: NOW, expiresAt: NOW + 1000, usedAt: NOW };
  const policy = {
    domain: 'c.test',
    id: 'one',
    mode: 'enforce',
    mx: ['a.test'],
    ...times,
  } as const;
  await live.stsPolicies.keep(policy);
  await live.insertAlias(row(3000));
  const { alias_email: retired } = row(3000);
  await live.owners.block(retired, NOW);
  assert.equal(await backup(path('live.sqlite'), path('copy')), 100);
  assert.equal(statSync(path('copy')).mode & 0o777, 0o600);
  const counts = await live.countByDomain();
  await live.insertAlias(row(1100));

  assert.equal(restored('copy', 'new.sqlite'), 100);
  const again = open('new.sqlite');
  const jane = 'real1042@example.org';
  assert.deepEqual(await again.aliasesOf(jane), await live.aliasesOf(jane));
  assert.equal((await again.recall(Buffer.alloc(32, 1), 0))?.code, 250);
  assert.equal(await again.setting('ANON_KEY', 'other'), 'kept');
  assert.deepEqual(await again.stsPolicies.find('c.test', NOW), policy);
  assert.ok(await again.isRetired(retired));
  assert.deepEqual(await again.countByDomain(), counts);
  await Promise.all([live.close(), again.close()]);
});

test('no one else can read a backup at any moment, whatever the umask, even if one was interrupted before', async () => {
  await open('private.sqlite').close();
  const unfinished = path('private-copy.unfinished');
  writeFileSync(unfinished, 'broken off', { mode: 0o644 });
  const before = process.umask(0);
  const copied = backup(path('private.sqlite'), path('private-copy'));
  const mode = statSync(unfinished).mode & 0o777;
  process.umask(before);
  assert.equal(mode, 0o600, 'while it is written');
  assert.equal(await copied, 0);
  assert.equal(statSync(path('private-copy')).mode & 0o777, 0o600);
});

test('a backup by a new version, beside a server of the last one, changes nothing: it allows a downgrade', async () => {
  const before = [aliases, sessions];
  const db = new DatabaseSync(path('earlier.sqlite'));
  for (const { sqlite } of before) for (const statement of sqlite) db.exec(statement);
  db.exec(`INSERT INTO aliases VALUES ('${randomUUID()}', 'a@b.c', 'alias-1000@a.test', 1, '2026-11-01');
    PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${before.length}`);
  assert.equal(await backup(path('earlier.sqlite'), path('earlier')), 1);
  const version = (of: DatabaseSync) => of.prepare('PRAGMA user_version').get()?.user_version;
  assert.equal(version(db), before.length);
  db.close();
  const copy = new DatabaseSync(path('earlier'));
  assert.equal(version(copy), before.length);
  copy.close();
});

test('a restore replaces existing aliases only with the option, and a live server sees it at once', async () => {
  const before = open('before.sqlite');
  await before.insertAlias(row(2000));
  await backup(path('before.sqlite'), path('before'));
  await before.insertAlias(row(2001));
  assert.throws(() => restored('before', 'before.sqlite'), /holds aliases; use --replace/);
  assert.ok(await before.aliasByAddress('alias-2001@a.test'));
  assert.equal(restored('before', 'before.sqlite', true), 1);
  // Another process restores in another turn than ours.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await before.aliasByAddress('alias-2001@a.test'), undefined);
  assert.ok(await before.aliasByAddress('alias-2000@a.test'));
  await before.close();
});

test('a restore overwrites nothing, and a file that is not a backup is rejected', async () => {
  await open('some.sqlite').close();
  writeFileSync(path('taken'), 'a letter');
  await assert.rejects(backup(path('some.sqlite'), path('taken')), /already exists/);
  assert.equal(readFileSync(path('taken'), 'utf8'), 'a letter');
  await assert.rejects(backup(path('none.sqlite'), path('x')), DatabaseUnusable);
  for (const from of ['taken', 'none']) {
    assert.throws(() => restored(from, 'some.sqlite', true), DatabaseUnusable);
  }
  assert.equal(readFileSync(path('taken'), 'utf8'), 'a letter');
});

test('a copied database is not a backup if its log has commits: they would be lost', async () => {
  const live = open('copied.sqlite');
  await live.insertAlias(row(4000));
  for (const suffix of ['', '-wal']) {
    copyFileSync(path(`copied.sqlite${suffix}`), path(`copy.sqlite${suffix}`));
  }
  await live.close();
  assert.throws(() => restored('copy.sqlite', 'from-copy.sqlite'), /copy\.sqlite-wal has commits/);
  assert.equal(await backup(path('copy.sqlite'), path('copy-of-copy')), 1);
  assert.equal(restored('copy-of-copy', 'from-copy.sqlite'), 1);
  // The backup has emptied the log.
  assert.equal(restored('copy.sqlite', 'from-copy.sqlite', true), 1);
});

test('a restore that fails creates no database, as an empty one would reject all mail', async () => {
  const live = open('whole.sqlite');
  await live.insertAlias(row(5000));
  await live.close();
  await backup(path('whole.sqlite'), path('partial'));
  const partial = new DatabaseSync(path('partial'));
  partial.exec('DROP TABLE ledger');
  partial.close();
  mkdirSync(path('vault'));
  assert.throws(() => restored('partial', 'vault/live.sqlite'), /live\.sqlite is unchanged/);
  assert.deepEqual(readdirSync(path('vault')), []);

  // Of a restore that was killed, and of a database that was deleted without its log.
  for (const left of ['.unfinished', '.unfinished-wal', '-wal', '-shm']) {
    copyFileSync(path('partial'), path(`vault/live.sqlite${left}`));
  }
  await backup(path('whole.sqlite'), path('whole'));
  assert.equal(restored('whole', 'vault/live.sqlite'), 1);
  assert.deepEqual(readdirSync(path('vault')), ['live.sqlite']);
  assert.equal(statSync(path('vault/live.sqlite')).mode & 0o777, 0o600);
});

test('a restore leaves no copy of the addresses in the temporary folder, whether it works or not', async () => {
  await open('kept.sqlite').close();
  await backup(path('kept.sqlite'), path('kept'));
  const before = process.env.TMPDIR;
  const temporary = mkdtempSync(path('temporary-'));
  process.env.TMPDIR = temporary;
  try {
    restored('kept', 'kept.sqlite', true);
    assert.throws(() => restored('taken', 'kept.sqlite', true));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  assert.deepEqual(readdirSync(temporary), []);
});

test('a backup that its owner may only read can be restored', async (t) => {
  await open('read-only.sqlite').close();
  await backup(path('read-only.sqlite'), path('read-only'));
  chmodSync(path('read-only'), 0o400);
  const from = statSync(path('read-only'));
  // The system lets root write any file.
  const { uid } = NOBODY ?? from;
  for (const mine of [folder, path('read-only')]) chownSync(mine, uid, from.gid);
  process.seteuid?.(uid);
  t.after(() => process.seteuid?.(from.uid));
  assert.equal(restored('read-only', 'writable.sqlite'), 0);
  assert.equal(statSync(path('read-only')).mode & 0o777, 0o400);
});

test('a deleted address is neither in the file of the database nor in a later backup', async () => {
  const store = open('erased.sqlite');
  const numbers = Array.from({ length: 300 }, (_, i) => 6000 + i);
  for (const number of numbers) await store.insertAlias(row(number));
  // Whole pages become free, and parts of pages.
  for (const number of numbers.slice(1)) {
    await store.owners.forget(row(number).real_email, NOW, Number.MAX_SAFE_INTEGER);
  }
  await backup(path('erased.sqlite'), path('erased'));
  await store.close();
  for (const file of ['erased', 'erased.sqlite']) {
    const found = readFileSync(path(file), 'latin1').match(/real6\d{3}/g);
    assert.deepEqual(new Set(found), new Set(['real6000']), file);
  }
});

/** A database, an empty folder, and a backup made that many days later. */
async function world(t: TestContext) {
  const root = tempFolder(t.after.bind(t));
  const [from, backups] = [join(root, 'live.sqlite'), join(root, 'backups')];
  mkdirSync(backups);
  const store = openSqliteStore(from, { now: () => NOW, log: SILENT });
  await store.insertAlias(row(1000));
  t.after(() => store.close());
  const take = (day: number, keep = Infinity) =>
    backupInto({ from, folder: backups, keep, now: NOW + day * DAY });
  return { from, backups, take, names: () => readdirSync(backups).toSorted() };
}

test('a failed backup deletes nothing, and leaves nothing behind', async (t) => {
  const { from, backups, take, names } = await world(t);
  for (const day of [0, 1, 2]) await take(day);
  const before = names();
  assert.equal(before.length, 3, 'without a number all stay');
  writeFileSync(`${from}.torn`, 'no database');
  for (const [end, why] of [
    ['gone', /Database file \S+ does not exist/],
    ['torn', /is not a SQLite database/],
  ] as const) {
    const taken = backupInto({
      from: `${from}.${end}`,
      folder: backups,
      keep: 1,
      now: NOW + 3 * DAY,
    });
    await assert.rejects(taken, why);
  }
  assert.deepEqual(names(), before);
});

test('a file that is not one of our backups stays, and so does one with a future time', async (t) => {
  const { backups, take, names } = await world(t);
  const others = [
    'notes.txt',
    'veilpost-before-upgrade.sqlite',
    'veilpost-20990101T000000Z.sqlite',
  ];
  for (const other of others) writeFileSync(join(backups, other), '');
  await take(0, 1);
  await take(1, 1);
  assert.deepEqual(names(), [...others, 'veilpost-20261123T120000Z.sqlite'].toSorted());
});
