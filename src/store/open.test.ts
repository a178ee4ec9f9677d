import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openStore } from './open.ts';
import { DatabaseUnusable } from './errors.ts';

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
  const store = await openStore(`sqlite:${folder}/new/data/veilpost.sqlite`, options);
  await store.setting('a', 'b');
  assert.equal(statSync(`${folder}/new/data`).mode & 0o777, 0o700);
  for (const name of ['veilpost.sqlite', 'veilpost.sqlite-wal', 'veilpost.sqlite-shm']) {
    assert.equal(statSync(join(folder, 'new/data', name)).mode & 0o777, 0o600, name);
  }
  await store.close();
});

test('a written row survives a restart', async () => {
  const url = `sqlite://${folder}/again.sqlite`;
  const first = await openStore(url, options);
  const row = { real_email: 'a@b.c', alias_email: 'alias-1000@a.test' };
  const insertion = await first.insertAlias(row);
  await first.close();
  const second = await openStore(url, options);
  assert.ok(insertion.kind === 'created');
  assert.deepEqual((await second.aliasesOf('a@b.c'))[0]?.alias, insertion.alias);
  await second.close();
});

test('an unknown kind of database is rejected', async () => {
  await refuses('mysql://localhost/x', /must begin with sqlite: or postgres:/);
  await refuses('', /must begin with sqlite: or postgres:/);
  await refuses('sqlite:', /does not name a file/);
});

test('the error names a folder that cannot be written', async () => {
  writeFileSync(`${folder}/file`, '');
  await refuses(
    `sqlite:${folder}/file/veilpost.sqlite`,
    /^Cannot write the database file \S+file\/veilpost\.sqlite/,
  );
  await refuses(`sqlite:${folder}`, /^Cannot write the database file \S+ \(EISDIR\)/);
});

test('a file that is not a database is rejected and unchanged', async () => {
  const text = 'My diary. '.repeat(1000);
  writeFileSync(`${folder}/diary`, text);
  await refuses(`sqlite:${folder}/diary`, /is not a SQLite database/);
  assert.equal(readFileSync(`${folder}/diary`, 'utf8'), text);
});

test("another program's database is rejected", async () => {
  const db = new DatabaseSync(`${folder}/other.sqlite`);
  db.exec('CREATE TABLE aliases (id)');
  // The other program may number its versions in any way: with one, as ours does.
  for (const version of [0, 1, 99]) {
    db.exec(`PRAGMA user_version = ${version}`);
    await refuses(`sqlite:${folder}/other.sqlite`, /belongs to another program/);
  }
  db.close();
});

test('a database of a newer version is rejected with a sentence about its version', async () => {
  const file = `${folder}/newer.sqlite`;
  await (await openStore(`sqlite:${file}`, options)).close();
  const db = new DatabaseSync(file);
  db.exec('PRAGMA user_version = 99');
  db.close();
  await refuses(`sqlite:${file}`, /written by a newer Veilpost \(schema 99/);
});

test('a new database is a warning with its path, an existing one is not', async () => {
  const warnings: object[] = [];
  const log = { ...SILENT, warn: (fields: object) => void warnings.push(fields) };
  const file = `${folder}/warned/veilpost.sqlite`;
  await (await openStore(`sqlite:${file}`, { now: Date.now, log })).close();
  await (await openStore(`sqlite:${file}`, { now: Date.now, log })).close();
  assert.deepEqual(warnings, [{ database: file }]);
});

test('with new databases refused, a missing one and an empty file stay unchanged', async () => {
  const whenNew = (database: string) => {
    throw new DatabaseUnusable(`Nothing at ${database}.`);
  };
  const missing = `${folder}/unmounted/veilpost.sqlite`;
  await assert.rejects(openStore(`sqlite:${missing}`, { ...options, whenNew }), /Nothing at .*un/);
  assert.equal(existsSync(`${folder}/unmounted`), false);
  const empty = `${folder}/empty.sqlite`;
  writeFileSync(empty, '');
  await assert.rejects(openStore(`sqlite:${empty}`, { ...options, whenNew }), /Nothing at .*em/);
  assert.equal(statSync(empty).size, 0);
});
