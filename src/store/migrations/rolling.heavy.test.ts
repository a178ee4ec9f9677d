import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { checkDatabase } from '../check.ts';
import { openStore } from '../open.ts';
import { backup } from '../transfer/backup.ts';
import { migrateTo } from '../transfer/migrate-to.ts';
import { restore } from '../transfer/restore.ts';
import { MIGRATIONS, OLDEST_SETTING, OLDEST_VALUE, SCHEMA_VERSION } from './all.ts';

const options = { now: Date.now, log: SILENT };
const NEXT = SCHEMA_VERSION + 1;
const folder = tempFolder(after);
const row = (number: number) => ({
  real_email: `real${number}@example.org`,
  alias_email: `alias-${number}@a.test`,
});

/** The next version's change of a database: one more table and one more column. */
const ADDED = [
  'CREATE TABLE next_things (id integer PRIMARY KEY)',
  'ALTER TABLE alias_states ADD COLUMN next_thing integer',
];

type Database = { url: string; run: (sql: string) => Promise<void>; setVersion: string };

const databases: [string, (name: string) => Promise<Database>][] = [
  [
    'the embedded database',
    async (name) => {
      const file = join(folder, `${name}.sqlite`);
      const run = async (sql: string) => {
        const db = new DatabaseSync(file);
        db.exec(sql);
        db.close();
      };
      return { url: `sqlite:${file}`, run, setVersion: `PRAGMA user_version = ${NEXT}` };
    },
  ],
  [
    'PostgreSQL',
    async (name) => {
      const url = await postgresDatabase(name);
      const run = async (text: string) => {
        const sql = postgres(url, { max: 1, onnotice: () => {} });
        await sql.unsafe(text);
        await sql.end();
      };
      return { url, run, setVersion: `UPDATE schema_version SET version = ${NEXT}` };
    },
  ],
];

/** Migrates it as the next version would. @param oldest the value that it stores */
async function upgraded(database: Database, oldest: number): Promise<void> {
  for (const statement of ADDED) await database.run(statement);
  await database.run(
    `UPDATE settings SET value = '${NEXT}:${oldest}' WHERE name = '${OLDEST_SETTING}'; ${database.setVersion}`,
  );
}

for (const [name, make] of databases) {
  describe(name, () => {
    test('a node keeps working while another one migrates the database, and can be started again', async () => {
      const database = await make('additive');
      const running = await openStore(database.url, options);
      assert.equal((await running.insertAlias(row(1000))).kind, 'created');
      assert.equal(await running.setting(OLDEST_SETTING, 'nothing'), OLDEST_VALUE);
      await upgraded(database, SCHEMA_VERSION);
      assert.equal((await running.insertAlias(row(1001))).kind, 'created');
      const again = await openStore(database.url, options);
      for (const store of [running, again]) {
        const found = await store.aliasByAddress('alias-1001@a.test');
        assert.equal(found?.alias.real_email, 'real1001@example.org');
        const switched = await store.setActive(found?.alias.id ?? '', false, 'anybody');
        assert.equal(switched?.active, false);
        assert.equal(Object.keys(found?.alias ?? {}).length, 5);
      }
      assert.equal((await again.insertAlias(row(1002))).kind, 'created');
      await Promise.all([running.close(), again.close()]);
      const { faults, version, usable } = await checkDatabase(database.url);
      assert.deepEqual({ faults, version, usable }, { faults: [], version: NEXT, usable: true });
    });

    test('a step that earlier programs cannot work with keeps them from starting', async () => {
      const database = await make('breaking');
      await (await openStore(database.url, options)).close();
      await upgraded(database, NEXT);
      await assert.rejects(openStore(database.url, options), /written by a newer Veilpost/);
      assert.equal((await checkDatabase(database.url)).usable, false);
    });
  });
}

test('a copy table by table leaves a newer schema alone, even one that this version can work on', async () => {
  const [makeFile, makeServer] = [databases[0]?.[1], databases[1]?.[1]];
  assert.ok(makeFile && makeServer);
  const [source, old] = [await makeFile('source'), await makeFile('old')];
  const target = await makeServer('into');
  for (const { url } of [source, old, target]) {
    const store = await openStore(url, options);
    await store.insertAlias(row(2000));
    await store.close();
  }
  const path = ({ url }: Database) => url.replace('sqlite:', '');
  await upgraded(source, SCHEMA_VERSION);
  const copy = join(folder, 'copy');
  assert.equal(await backup(path(source), copy), 1, 'a copy of the whole file loses nothing');
  const tooNew = /only that version can (?:copy all of it|migrate into it)/;
  const from = { from: copy, to: path(old), replace: true, now: 0 };
  assert.throws(() => restore(from), tooNew);
  const move = { to: target.url, log: SILENT, progress: () => {} };
  await assert.rejects(migrateTo({ from: path(source), ...move }), tooNew);
  await upgraded(target, SCHEMA_VERSION);
  await assert.rejects(migrateTo({ from: path(old), ...move }), tooNew);
});

test('each step names its oldest program version, and no later one than its own', () => {
  for (const { version, oldest } of MIGRATIONS) assert.ok(oldest >= 1 && oldest <= version);
});
