import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { checkDatabase } from './check.ts';
import { SCHEMA_VERSION } from './migrations/all.ts';
import { openStore } from './open.ts';

const options = { now: Date.now, log: SILENT };
const folder = tempFolder(after);

/** A database with 30 aliases, one switched off, one name retired. */
async function filled(databaseUrl: string) {
  const store = await openStore(databaseUrl, options);
  for (let number = 1000; number < 1030; number += 1) {
    const real_email = `real${number}@example.org`;
    const made = await store.insertAlias({ real_email, alias_email: `alias-${number}@a.test` });
    assert.equal(made.kind, 'created');
    if (made.kind === 'created' && number === 1000) {
      await store.setActive(made.alias.id, false, 'anybody');
    }
  }
  await store.owners.block('alias-1029@a.test', Date.now());
  return store;
}

const COUNTS = [
  ['aliases', 29],
  ['of them switched off', 1],
  ['names never used again', 1],
  ['people who sign in', 0],
];

for (const [name, url] of [
  ['the embedded database', async () => `sqlite:${join(folder, 'whole.sqlite')}`],
  ['PostgreSQL', () => postgresDatabase('whole')],
] as const) {
  test(`an intact database is reported as intact while a server works on it: ${name}`, async () => {
    const databaseUrl = await url();
    const store = await filled(databaseUrl);
    const { faults, version, counts } = await checkDatabase(databaseUrl);
    assert.deepEqual([faults, version, counts], [[], SCHEMA_VERSION, COUNTS]);
    await store.close();
  });
}

describe('the embedded database', () => {
  const path = (name: string) => join(folder, name);

  test('a file with an overwritten page is reported, and not changed', async () => {
    const file = path('torn.sqlite');
    await (await filled(`sqlite:${file}`)).close();
    const { size } = statSync(file);
    const fd = openSync(file, 'r+');
    for (let page = 2; page * 4096 < size; page += 1)
      writeSync(fd, Buffer.alloc(512, 7), 0, 512, page * 4096);
    closeSync(fd);
    const before = readFileSync(file);
    const found = await checkDatabase(`sqlite:${file}`).then(
      ({ faults }) => faults,
      (error: Error) => [error.message],
    );
    assert.ok(found.length > 0);
    assert.deepEqual(readFileSync(file), before);
  });

  test('wrong counts, and a row that the service cannot read, by its alias, are reported, although the file is intact', async () => {
    const file = path('foreign.sqlite');
    await (await filled(`sqlite:${file}`)).close();
    const db = new DatabaseSync(file);
    const change = (set: string, number: number) =>
      db.exec(`UPDATE aliases SET ${set} WHERE alias_email = 'alias-${number}@a.test'`);
    change("created_at = 'yesterday'", 1001);
    change("created_at = '2026-11-25 12:00:00'", 1002);
    change(`id = '${'x'.repeat(36)}'`, 1003);
    change('id = upper(id)', 1004);
    db.exec(`UPDATE alias_states SET paused_until = 9223372036854775807
      WHERE alias_id = (SELECT id FROM aliases WHERE alias_email = 'alias-1005@a.test')`);
    db.exec('UPDATE alias_counts SET active = active + 1');
    db.close();
    const { faults } = await checkDatabase(`sqlite:${file}`);
    const told = (number: number, fault: string) =>
      `Cannot read the row of alias-${number}@a.test: its ${fault}.`;
    const noTime = 'created_at is not a time such as 2026-11-25T12:00:00.000Z';
    assert.deepEqual(faults.toSorted(), [
      told(1001, noTime),
      told(1002, noTime),
      told(1003, 'id is not a UUID in lower case'),
      told(1004, 'id is not a UUID in lower case'),
      told(1005, 'paused_until is out of range'),
      'The stored counts of aliases are wrong.',
    ]);
  });

  test('a file or database of another program is rejected in one sentence', async () => {
    writeFileSync(path('text'), 'no database, but long enough to be taken for one '.repeat(9));
    new DatabaseSync(path('other.sqlite')).exec('CREATE TABLE t (x)');
    for (const [name, sentence] of [
      ['nothing', /Database file \S+ does not exist/],
      ['text', /is not a SQLite database/],
      ['other.sqlite', /belongs to another program/],
    ] as const) {
      await assert.rejects(checkDatabase(`sqlite:${path(name)}`), sentence);
    }
  });
});

describe('PostgreSQL', () => {
  test('an index that no longer enforces unique names is reported', async () => {
    const databaseUrl = await postgresDatabase('indexes');
    await (await filled(databaseUrl)).close();
    const sql = postgres(databaseUrl, { onnotice: () => {} });
    await sql`DROP INDEX aliases_alias_email`;
    await sql.end();
    assert.deepEqual((await checkDatabase(databaseUrl)).faults, [
      'The unique index of aliases.alias_email is missing or broken.',
    ]);
  });

  test('an empty database, and a missing server, are reported without the password', async () => {
    const empty = await checkDatabase(await postgresDatabase('empty'));
    const faults = ['It does not contain our tables.'];
    assert.deepEqual([empty.faults, empty.usable], [faults, false]);
    await assert.rejects(checkDatabase('postgres://u:secret@127.0.0.1:9/db'), (error: Error) => {
      assert.match(error.message, /^Cannot read the database 127\.0\.0\.1:9\/db: [^\n]+\.$/);
      return !error.message.includes('secret');
    });
  });
});
