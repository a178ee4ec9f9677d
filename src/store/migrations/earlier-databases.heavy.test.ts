/** Databases of an earlier version of the program, of both kinds. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { checkDatabase } from '../check.ts';
import { openStore } from '../open.ts';
import { MIGRATIONS } from './all.ts';

type Row = {
  id: string;
  real_email: string;
  alias_email: string;
  active: boolean;
  created_at: string;
};

const rowOf = (real_email: string, alias_email: string, active = true): Row => ({
  id: randomUUID(),
  real_email,
  alias_email,
  active,
  created_at: '2026-11-01T00:00:00.000Z',
});

/** @param version also the number of its migrations @param more statements @returns for each kind a function that makes one */
function earlierDatabases(version: number, rows: readonly Row[], more: readonly string[] = []) {
  const migrations = MIGRATIONS.slice(0, version);
  const file = async (): Promise<string> => {
    const path = join(tempFolder(after), 'before.sqlite');
    const db = new DatabaseSync(path);
    for (const { sqlite } of migrations) for (const statement of sqlite) db.exec(statement);
    const insert = db.prepare('INSERT INTO aliases VALUES (?, ?, ?, ?, ?)');
    for (const { id, real_email, alias_email, active, created_at } of rows) {
      insert.run(id, real_email, alias_email, Number(active), created_at);
    }
    for (const statement of more) db.exec(statement);
    db.exec(`PRAGMA application_id = 0x5665696c; PRAGMA user_version = ${version}`);
    db.close();
    return `sqlite:${path}`;
  };
  const server = async (): Promise<string> => {
    const url = await postgresDatabase(`before_${version}`);
    const sql = postgres(url, { max: 1 });
    for (const migration of migrations) for (const one of migration.postgres) await sql.unsafe(one);
    await sql`CREATE TABLE schema_version (id integer PRIMARY KEY, version integer NOT NULL)`;
    await sql`INSERT INTO schema_version VALUES (1, ${version})`;
    await sql`INSERT INTO aliases ${sql([...rows])}`;
    for (const statement of more) await sql.unsafe(statement);
    await sql.end();
    return url;
  };
  return [
    ['an embedded database', file],
    ['a PostgreSQL database', server],
  ] as const;
}

const ALIAS = rowOf('jane@mailbox.test', 'alias-1000@a.test');

for (const [name, before] of earlierDatabases(2, [ALIAS])) {
  test(`${name} of the version before owners is migrated: its aliases are unconfirmed, and can be confirmed`, async () => {
    const store = await openStore(await before(), { now: () => 5, log: SILENT });
    after(() => store.close());
    assert.deepEqual(await store.aliasById(ALIAS.id), { alias: ALIAS, state: UNCONFIRMED });
    const counts = async () =>
      (await store.countByDomain()).map(({ active, inactive, retired }) => [
        active,
        inactive,
        retired,
      ]);
    assert.deepEqual(await counts(), [[1, 0, 0]]);
    const open = { open: true };
    assert.equal((await store.setActive(ALIAS.id, false, open))?.active, false);
    const off = { ...ALIAS, active: false };
    assert.deepEqual(await store.owners.confirm(ALIAS.real_email, 7), [off]);
    assert.equal((await store.aliasById(ALIAS.id))?.state.confirmedAt, 7);
    assert.equal(await store.setActive(ALIAS.id, true, open), undefined);
    assert.ok(await store.owners.deleteAlias(ALIAS.id, ALIAS.real_email, 8));
    assert.equal(await store.hasAliases(), true, 'mail to the last one, too, is refused for good');
    assert.deepEqual(await counts(), [[0, 0, 1]]);
  });
}

const JANE = 'jane@mailbox.test';
const ROWS = [
  rowOf(JANE, 'alias-1000@a.test'),
  // The longest of the short names.
  rowOf('joe@mailbox.test', 'alias-999999999@a.test', false),
];
const RETIRED = "INSERT INTO retired_names VALUES ('alias-1001@a.test', 1)";

for (const [name, before] of earlierDatabases(8, ROWS, [RETIRED])) {
  test(`${name} of the version before: each address keeps one short name, and may have long ones beside it`, async () => {
    const url = await before();
    const store = await openStore(url, { now: () => Date.UTC(2026, 10, 28), log: SILENT });
    after(() => store.close());
    const insert = (real_email: string, digits: string) =>
      store.insertAlias({ real_email, alias_email: `alias-${digits}@a.test` });
    for (const digits of ['1000000000', '9999999999', '4829107735']) {
      assert.equal((await insert(JANE, digits)).kind, 'created');
    }
    const again = { kind: 'taken', column: 'real_email' };
    assert.deepEqual(await insert(JANE, '2000'), again);
    assert.deepEqual(await insert('joe@mailbox.test', '2000'), again);
    const taken = { kind: 'taken', column: 'alias_email' };
    assert.deepEqual(await insert('kim@mailbox.test', '4829107735'), taken);
    assert.equal((await insert('lee@mailbox.test', '3000000000')).kind, 'created');
    assert.equal((await insert('lee@mailbox.test', '3000')).kind, 'created');
    const long = (await store.aliasesOf(JANE)).map(({ alias }) => alias.alias_email);
    assert.equal(long.length, 4);

    await store.owners.block('alias-9999999999@a.test', 1);
    const [off] = await store.aliasesOf('lee@mailbox.test');
    await store.setActive(off?.alias.id ?? '', false, 'anybody');
    const counts = await store.countByDomain();
    const total = (column: 'active' | 'inactive') =>
      counts.reduce((sum, count) => sum + count[column], 0);
    assert.equal(counts.find(({ domain }) => domain === 'a.test')?.retired, 1);
    assert.deepEqual(
      counts.map(({ domain, active, inactive, retired }) => [domain, active + inactive, retired]),
      [
        ['+a.test', 3, 1],
        ['a.test', 3, 1],
      ],
      'names of ten digits are counted apart',
    );
    assert.deepEqual([total('active'), total('inactive')], [4, 2]);
    assert.deepEqual((await checkDatabase(url)).faults, []);
  });
}
