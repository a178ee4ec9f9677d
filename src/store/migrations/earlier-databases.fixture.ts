/** Databases of an earlier version of the program, of both kinds. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import postgres from 'postgres';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { MIGRATIONS } from './all.ts';

type Row = {
  id: string;
  real_email: string;
  alias_email: string;
  active: boolean;
  created_at: string;
};

export const rowOf = (real_email: string, alias_email: string, active = true): Row => ({
  id: randomUUID(),
  real_email,
  alias_email,
  active,
  created_at: '2026-11-01T00:00:00.000Z',
});

/** @param version also the number of its migrations @param more statements @returns for each kind a function that makes one */
export function earlierDatabases(
  version: number,
  rows: readonly Row[],
  more: readonly string[] = [],
) {
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
