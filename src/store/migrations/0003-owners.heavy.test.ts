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
import { openStore } from '../open.ts';
import { aliases } from './0001-aliases.ts';
import { sessions } from './0002-sessions.ts';

const ALIAS = {
  id: randomUUID(),
  real_email: 'jane@mailbox.test',
  alias_email: 'alias-1000@a.test',
  active: true,
  created_at: '2026-11-01T00:00:00.000Z',
};
const BEFORE = [aliases, sessions];

/** A file of the version before owners. */
async function file(): Promise<string> {
  const path = join(tempFolder(after), 'before.sqlite');
  const db = new DatabaseSync(path);
  for (const { sqlite } of BEFORE) for (const statement of sqlite) db.exec(statement);
  const { id, real_email, alias_email, created_at } = ALIAS;
  const sql = 'INSERT INTO aliases VALUES (?, ?, ?, 1, ?)';
  db.prepare(sql).run(id, real_email, alias_email, created_at);
  db.exec('PRAGMA application_id = 0x5665696c; PRAGMA user_version = 2');
  db.close();
  return `sqlite:${path}`;
}

async function server(): Promise<string> {
  const url = await postgresDatabase('before');
  const sql = postgres(url, { max: 1 });
  for (const migration of BEFORE) for (const one of migration.postgres) await sql.unsafe(one);
  await sql`CREATE TABLE schema_version (id integer PRIMARY KEY, version integer NOT NULL)`;
  await sql`INSERT INTO schema_version VALUES (1, 2)`;
  await sql`INSERT INTO aliases ${sql(ALIAS)}`;
  await sql.end();
  return url;
}

for (const [name, before] of [
  ['an embedded database', file],
  ['a PostgreSQL database', server],
] as const) {
  test(`${name} of the version before owners is migrated: its aliases are unconfirmed, and can be confirmed`, async () => {
    const store = await openStore(await before(), { now: () => 5, log: SILENT });
    after(() => store.close());
    assert.deepEqual(await store.aliasById(ALIAS.id), { alias: ALIAS, state: UNCONFIRMED });
    assert.deepEqual(await store.countByDomain(), [
      { domain: 'a.test', active: 1, inactive: 0, retired: 0 },
    ]);
    const open = { open: true };
    assert.equal((await store.setActive(ALIAS.id, false, open))?.active, false);
    assert.deepEqual(await store.owners.confirm(ALIAS.real_email, 7), [
      { ...ALIAS, active: false },
    ]);
    assert.equal((await store.aliasById(ALIAS.id))?.state.confirmedAt, 7);
    assert.equal(await store.setActive(ALIAS.id, true, open), undefined);
    assert.ok(await store.owners.deleteAlias(ALIAS.id, ALIAS.real_email, 8));
    assert.equal(await store.hasAliases(), true, 'mail to the last one, too, is refused for good');
    assert.deepEqual(await store.countByDomain(), [
      { domain: 'a.test', active: 0, inactive: 0, retired: 1 },
    ]);
  });
}
