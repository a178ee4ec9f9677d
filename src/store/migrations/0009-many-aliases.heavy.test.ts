import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { checkDatabase } from '../check.ts';
import { openStore } from '../open.ts';
import { MIGRATIONS } from './all.ts';

const EARLIER = MIGRATIONS.slice(0, 8);
const JANE = 'jane@mailbox.test';
const rows = [
  { real_email: JANE, alias_email: 'alias-1000@a.test', active: true },
  // The longest of the short names.
  { real_email: 'joe@mailbox.test', alias_email: 'alias-999999999@a.test', active: false },
].map((row) => ({ ...row, id: randomUUID(), created_at: '2026-11-01T00:00:00.000Z' }));

async function file(): Promise<string> {
  const path = join(tempFolder(after), 'before.sqlite');
  const db = new DatabaseSync(path);
  for (const { sqlite } of EARLIER) for (const statement of sqlite) db.exec(statement);
  const insert = db.prepare('INSERT INTO aliases VALUES (?, ?, ?, ?, ?)');
  for (const { id, real_email, alias_email, active, created_at } of rows) {
    insert.run(id, real_email, alias_email, Number(active), created_at);
  }
  db.exec("INSERT INTO retired_names VALUES ('alias-1001@a.test', 1)");
  db.exec('PRAGMA application_id = 0x5665696c; PRAGMA user_version = 8');
  db.close();
  return `sqlite:${path}`;
}

async function server(): Promise<string> {
  const url = await postgresDatabase('before_many');
  const sql = postgres(url, { max: 1 });
  for (const migration of EARLIER) for (const one of migration.postgres) await sql.unsafe(one);
  await sql`CREATE TABLE schema_version (id integer PRIMARY KEY, version integer NOT NULL)`;
  await sql`INSERT INTO schema_version VALUES (1, 8)`;
  await sql`INSERT INTO aliases ${sql(rows)}`;
  await sql`INSERT INTO retired_names VALUES ('alias-1001@a.test', 1)`;
  await sql.end();
  return url;
}

for (const [name, before] of [
  ['an embedded database', file],
  ['a PostgreSQL database', server],
] as const) {
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
