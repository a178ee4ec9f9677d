import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../open.ts';
import { authStoreContract } from '../sessions/auth-store.contract.ts';
import { storeContract } from '../store.contract.ts';
import { openJudgedStore } from './judged-store.fixture.ts';

const inFolder = () => join(tempFolder(after), 'veilpost.sqlite');
const [file, ofSessions] = [inFolder(), inFolder()];
storeContract('the embedded store', async (now) => openJudgedStore(file, { now, log: SILENT }));
authStoreContract('sessions in the embedded store', async () =>
  openJudgedStore(ofSessions, { now: Date.now, log: SILENT }),
);

test('this process sees its own change of an alias at the next lookup', async () => {
  const now = 1_800_000_000_000;
  const store = openSqliteStore(inFolder(), { now: () => now, log: SILENT });
  const [ann, eve, alias_email] = ['ann@mailbox.test', 'eve@mailbox.test', 'alias-1000@a.test'];
  const made = await store.insertAlias({ real_email: ann, alias_email });
  const id = made.kind === 'created' ? made.alias.id : assert.fail(made.kind);
  const { owners } = store;
  for (const change of [
    () => owners.confirm(ann, now),
    () => owners.change(id, { pausedUntil: now + 1000 }, ann),
    () => owners.renewLink(id, ann),
    () => owners.moveAddress(ann, eve, now, 0),
    () => store.setActive(id, false, 'anybody'),
    () => store.setActive(id, true, 'anybody'),
    () => owners.deleteAlias(id, eve, now),
  ]) {
    // The second lookup is answered from memory.
    for (const _ of [1, 2]) assert.ok(await store.aliasByAddress(alias_email));
    const before = await store.aliasById(id);
    await change();
    const found = await store.aliasByAddress(alias_email);
    assert.deepEqual(found, await store.aliasById(id));
    assert.notDeepEqual(found, before, String(change));
  }
  await store.close();
});

test("a write that waits for another program's lock is finished before the file is closed", async () => {
  const waiting = inFolder();
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
