import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { StoreUnavailable } from '../store.ts';
import { openWatched } from './opening.ts';
import { GroupCommit } from './group-commit.ts';

const folder = tempFolder(after);

function opened(name: string, later?: ConstructorParameters<typeof GroupCommit>[2]) {
  const file = `${folder}/${name}`;
  const { db, files } = openWatched(file, () => {});
  after(() => db.close());
  return { db, file, group: new GroupCommit(db, files, later) };
}

test('a write whose file is deleted during its commit is not acknowledged', async () => {
  const { file, group } = opened('meanwhile.sqlite');
  const [first, second] = [group.write(() => 1), group.write(() => rmSync(`${file}-wal`))];
  await assert.rejects(first, StoreUnavailable);
  await assert.rejects(second, StoreUnavailable);
});

test('a deleted file gets no write', async () => {
  const { file, group } = opened('gone.sqlite');
  rmSync(file);
  let ran = false;
  const write = group.write(() => {
    ran = true;
  });
  await assert.rejects(write, StoreUnavailable);
  assert.equal(ran, false);
});

test('a write is retried with back-off while another process holds the lock, for two seconds in all', async () => {
  const waits: number[] = [];
  const { db, file, group } = opened('locked.sqlite', (run, ms) => {
    waits.push(ms);
    return setTimeout(run, 0);
  });
  // SQLite itself waits for no lock: only the back-off does.
  db.exec('PRAGMA busy_timeout = 0');
  const other = new DatabaseSync(file);
  after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(group.write(() => 1));
  other.exec('ROLLBACK');
  assert.deepEqual(waits.slice(0, 7), [5, 10, 20, 40, 80, 80, 80]);
  assert.equal(
    waits.reduce((sum, ms) => sum + ms, 0),
    2075,
    'no more once two seconds have been waited',
  );
  assert.equal(await group.write(() => 2), 2);
  waits.length = 0;
  other.exec('BEGIN IMMEDIATE');
  const late = group.write(() => 3);
  while (waits.length < 2) await new Promise(setImmediate);
  other.exec('ROLLBACK');
  assert.equal(await late, 3);
  assert.deepEqual(waits.slice(0, 2), [5, 10], 'the back-off begins anew');
});
