/** The whole content of a database, as text: for tests that search for forbidden data. */

import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';

/** @returns one JSON text for each row of each table, after the table's name */
export async function allRows(database: string): Promise<string[]> {
  if (database.startsWith('sqlite:')) return ofSqlite(database.slice('sqlite:'.length));
  const sql = postgres(database, { max: 1, onnotice: () => {} });
  try {
    const tables = await sql`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
    const rows = tables.map(async ({ name }) => {
      const found = await sql`SELECT row_to_json(t)::text AS text FROM ${sql(String(name))} AS t`;
      return found.map(({ text }) => `${name} ${text}`);
    });
    return (await Promise.all(rows)).flat();
  } finally {
    await sql.end();
  }
}

function ofSqlite(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const names = tables.map(({ name }) => String(name));
    return names.flatMap((name) => {
      const rows = db.prepare(`SELECT * FROM "${name}"`).all();
      return rows.map((row) => `${name} ${JSON.stringify(row)}`);
    });
  } finally {
    db.close();
  }
}

/** A key of a row of the ledger: 32 octets that look random. */
export const noteKey = (number: number): Buffer =>
  createHash('sha256').update(`note ${number}`).digest();
