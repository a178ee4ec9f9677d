import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { tempFolder } from '#support/temp-folder.ts';
import { useWal } from './opening.ts';

/** A new file, opened by two processes, of which the other one is about to write. */
function setUp(t: TestContext) {
  const file = join(tempFolder(t.after.bind(t)), 'veilpost.sqlite');
  const [db, other] = [new DatabaseSync(file, { timeout: 2000 }), new DatabaseSync(file)];
  t.after(() => db.close());
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE; CREATE TABLE theirs (id INTEGER)');
  return { db, other };
}

test('a process that opens a new file beside another one waits until the other one has made it', (t) => {
  const { db, other } = setUp(t);
  const waits: number[] = [];
  useWal(db, (ms) => {
    waits.push(ms);
    if (waits.length === 3) other.exec('COMMIT');
  });
  assert.equal(waits.length, 3);
  assert.equal(db.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  assert.equal(db.prepare('PRAGMA busy_timeout').get()?.timeout, 2000, 'as for any statement');
});

test('a new file that another process keeps locked is given up after two seconds', (t) => {
  const { db } = setUp(t);
  const waits: number[] = [];
  assert.throws(() => useWal(db, (ms) => void waits.push(ms)), /database is locked/);
  assert.equal(
    waits.reduce((sum, ms) => sum + ms, 0),
    2000,
  );
});
