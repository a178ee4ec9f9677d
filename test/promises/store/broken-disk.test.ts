/** The disk of the embedded database is read-only. A full one: service/outages.test.ts. */

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { DatabaseUnusable } from '#store/errors.ts';
import { openStore } from '#store/open.ts';
import { WritesRefused } from '#store/store.ts';
import { SILENT } from '#support/silent-log.ts';
import { smallDisk, succeeds, tempFolder } from '#support/temp-folder.ts';

const options = { now: Date.now, log: SILENT };
const rowOf = (number: number) => ({
  real_email: `real${number}@example.org`,
  alias_email: `alias-${number}@a.test`,
});

/** Whether the file is intact and has exactly the aliases of these numbers. */
function holds(file: string, numbers: number[]): void {
  const db = new DatabaseSync(file);
  assert.deepEqual({ ...db.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  const rows = db.prepare('SELECT alias_email FROM aliases').all();
  assert.deepEqual(
    rows.map(({ alias_email }) => String(alias_email)).toSorted(),
    numbers.map((number) => rowOf(number).alias_email),
  );
  db.close();
}

test('a disk that becomes read-only: inserts are answered as unavailable, look-ups continue, and later everything works again', async (t) => {
  const file = `${tempFolder(after, tmpdir())}/veilpost.sqlite`;
  const store = await openStore(`sqlite:${file}`, options);
  t.after(() => store.close());
  assert.equal((await store.insertAlias(rowOf(1000))).kind, 'created');

  const files = [file, `${file}-wal`];
  // The system refuses every write to them, open ones included, as after a disk error.
  t.after(() => void succeeds('chattr', '-i', ...files));
  if (!succeeds('chattr', '+i', ...files)) {
    return t.skip('chattr +i takes root and a file system like ext4');
  }
  const inserts = await Promise.allSettled(
    [2000, 2001].map((one) => store.insertAlias(rowOf(one))),
  );
  for (const outcome of inserts) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof WritesRefused);
  }
  await assert.rejects(store.insertAlias(rowOf(2000)), WritesRefused);
  await assert.rejects(store.takesWrites(), WritesRefused);
  await store.answers();
  assert.equal((await store.aliasByAddress('alias-1000@a.test'))?.alias.active, true);
  assert.equal(await store.aliasByAddress('alias-2000@a.test'), undefined);

  assert.ok(succeeds('chattr', '-i', ...files));
  await store.takesWrites();
  assert.equal((await store.insertAlias(rowOf(2000))).kind, 'created');
  await store.close();
  holds(file, [1000, 2000]);
});

test('a start on a read-only disk ends with one sentence, and changes nothing', async (t) => {
  const folder = smallDisk(8, after);
  if (folder === undefined) return t.skip('mounting a file system takes root');
  const url = `sqlite:${folder}/veilpost.sqlite`;
  const store = await openStore(url, options);
  await store.insertAlias(rowOf(1000));
  await store.close();

  assert.ok(succeeds('mount', '-o', 'remount,ro', folder));
  await assert.rejects(openStore(url, options), (error) => {
    assert.ok(error instanceof DatabaseUnusable);
    assert.match(error.message, /^Cannot write the database file \S+ \(EROFS\)\.$/);
    return true;
  });

  assert.ok(succeeds('mount', '-o', 'remount,rw', folder));
  const again = await openStore(url, options);
  assert.equal((await again.insertAlias(rowOf(1001))).kind, 'created');
  await again.close();
  holds(`${folder}/veilpost.sqlite`, [1000, 1001]);
});
