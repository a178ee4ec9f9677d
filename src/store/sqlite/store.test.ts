import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { storeContract } from '../store.contract.ts';
import { openSqliteStore } from '../open.ts';
import { openJudgedStore } from './judged-store.fixture.ts';

const file = join(tempFolder(after), 'veilpost.sqlite');
storeContract('the embedded store', async (now) => openJudgedStore(file, { now, log: SILENT }));

test("a write that waits for another program's lock is finished before the file is closed", async () => {
  const waiting = join(tempFolder(after), 'veilpost.sqlite');
  const store = openSqliteStore(waiting, { now: Date.now, log: SILENT });
  const other = new DatabaseSync(waiting);
  other.exec('BEGIN IMMEDIATE');
  const row = { real_email: 'a@b.c', alias_email: 'alias-1000@a.test' };
  const insert = store.insertAlias(row);
  const closed = store.close();
  // A few attempts, each of which finds the lock held.
  for (let often = 0; often < 3; often += 1) await new Promise((resolve) => setImmediate(resolve));
  other.exec('ROLLBACK');
  await closed;
  assert.equal((await insert).kind, 'created');
  assert.equal(other.prepare('SELECT count(*) AS rows FROM aliases').get()?.rows, 1);
  other.close();
});
