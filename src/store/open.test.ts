import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { freePort } from '#support/loopback.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { DatabaseUnusable } from './errors.ts';
import { examineDatabase } from './examination.ts';
import { openStore } from './open.ts';

const folder = tempFolder(after);
const options = { now: Date.now, log: SILENT };

/** Whether opening fails with one sentence that contains `what`, without a stack. */
async function refuses(url: string, what: RegExp): Promise<void> {
  await assert.rejects(openStore(url, options), (error) => {
    assert.ok(error instanceof DatabaseUnusable);
    assert.match(error.message, what);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  });
}

test('the data folder is created at the first start, and only its owner can read its content', async () => {
  const store = await openStore(`sqlite://${folder}/new/data/veilpost.sqlite`, options);
  await store.setting('a', 'b');
  assert.equal(statSync(`${folder}/new/data`).mode & 0o777, 0o700);
  for (const name of ['veilpost.sqlite', 'veilpost.sqlite-wal', 'veilpost.sqlite-shm']) {
    assert.equal(statSync(join(folder, 'new/data', name)).mode & 0o777, 0o600, name);
  }
  await store.close();
});

test('an unknown kind of database is rejected, and a server that does not respond is named', async () => {
  for (const url of ['mysql://localhost/x', '']) {
    await refuses(url, /must begin with sqlite: or postgres:/);
  }
  await refuses('sqlite:', /does not name a file/);
  const server = `127.0.0.1:${await freePort()}/aliases`;
  await assert.rejects(examineDatabase(`postgres://us:secret@${server}`, Date.now), {
    name: 'DatabaseUnreachable',
    message: `The database ${server} does not respond (ECONNREFUSED).`,
  });
});

test('the error names a folder that cannot be written', async () => {
  writeFileSync(`${folder}/file`, '');
  await refuses(
    `sqlite:${folder}/file/veilpost.sqlite`,
    /^Cannot write the database file \S+file\/veilpost\.sqlite/,
  );
  await refuses(`sqlite:${folder}`, /^Cannot write the database file \S+ \(EISDIR\)/);
});

test("a file that is not a database is rejected and unchanged, and another program's database is rejected", async () => {
  const text = 'My diary. '.repeat(1000);
  writeFileSync(`${folder}/diary`, text);
  await refuses(`sqlite:${folder}/diary`, /is not a SQLite database/);
  assert.equal(readFileSync(`${folder}/diary`, 'utf8'), text);
  const db = new DatabaseSync(`${folder}/other.sqlite`);
  db.exec('CREATE TABLE aliases (id)');
  // The other program may number its versions in any way: with one, as ours does.
  for (const version of [0, 1, 99]) {
    db.exec(`PRAGMA user_version = ${version}`);
    await refuses(`sqlite:${folder}/other.sqlite`, /belongs to another program/);
  }
  db.close();
});

test('with new databases refused, a missing one and an empty file stay unchanged', async () => {
  const whenNew = (database: string) => {
    throw new DatabaseUnusable(`Nothing at ${database}.`);
  };
  const empty = `${folder}/empty.sqlite`;
  writeFileSync(empty, '');
  for (const file of [`${folder}/unmounted/veilpost.sqlite`, empty]) {
    const opened = openStore(`sqlite:${file}`, { ...options, whenNew });
    await assert.rejects(opened, { message: `Nothing at ${file}.` });
  }
  assert.equal(existsSync(`${folder}/unmounted`), false);
  assert.equal(statSync(empty).size, 0);
});
