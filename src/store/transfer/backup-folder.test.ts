import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../open.ts';
import { backupInto } from './backup.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const DAY = 86_400_000;

/** A database, an empty folder, and a backup made that many days later. */
async function world(t: TestContext) {
  const root = tempFolder((cleanUp) => t.after(cleanUp));
  const [from, folder] = [join(root, 'live.sqlite'), join(root, 'backups')];
  mkdirSync(folder);
  const store = openSqliteStore(from, { now: () => NOON, log: SILENT });
  await store.insertAlias({ real_email: 'a@b.c', alias_email: 'alias-1000@a.test' });
  t.after(() => store.close());
  const take = (day: number, keep = Infinity) =>
    backupInto({ from, folder, keep, now: NOON + day * DAY });
  return { from, folder, take, names: () => readdirSync(folder).toSorted() };
}

test('backups in a folder are named by their time, and the oldest beyond the limit are deleted', async (t) => {
  const { folder, take, names } = await world(t);
  const first = await take(0, 2);
  assert.deepEqual(first, {
    file: join(folder, 'veilpost-20261122T120000Z.sqlite'),
    aliases: 1,
    deleted: [],
  });
  await take(1, 2);
  assert.deepEqual((await take(2, 2)).deleted, ['veilpost-20261122T120000Z.sqlite']);
  assert.deepEqual(names(), [
    'veilpost-20261123T120000Z.sqlite',
    'veilpost-20261124T120000Z.sqlite',
  ]);
  assert.equal((await take(3)).deleted.length, 0, 'without a number all stay');
});

test('a failed backup deletes nothing, and leaves nothing behind', async (t) => {
  const { from, folder, take, names } = await world(t);
  for (const day of [0, 1, 2]) await take(day);
  const before = names();
  await assert.rejects(
    backupInto({ from: `${from}.gone`, folder, keep: 1, now: NOON + 3 * DAY }),
    /Database file \S+ does not exist/,
  );
  writeFileSync(`${from}.torn`, 'no database');
  await assert.rejects(
    backupInto({ from: `${from}.torn`, folder, keep: 1, now: NOON + 3 * DAY }),
    /is not a SQLite database/,
  );
  assert.deepEqual(names(), before);
});

test('a file that is not one of our backups stays, and so does one with a future time', async (t) => {
  const { folder, take, names } = await world(t);
  const others = [
    'notes.txt',
    'veilpost-before-upgrade.sqlite',
    'veilpost-20990101T000000Z.sqlite',
  ];
  for (const other of others) writeFileSync(join(folder, other), '');
  await take(0, 1);
  await take(1, 1);
  assert.deepEqual(names(), [...others, 'veilpost-20261123T120000Z.sqlite'].toSorted());
});
