/** Fills a database with aliases `alias-1000@bench.test` and on, past the Store: millions of rows in a minute or two. */

import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';

export const FIRST = 1000;

export const aliasOf = (number: number) => `alias-${number}@bench.test`;
export const realOf = (number: number) => `visitor${number}@example.org`;

/** Adds the rows from number `from` up to `to`, not included, to an open store's file. */
export function fillSqlite(file: string, from: number, to: number): void {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  const insert = db.prepare('INSERT INTO aliases VALUES (?, ?, ?, 1, ?)');
  const time = new Date().toISOString();
  db.exec('BEGIN');
  for (let number = from; number < to; number += 1) {
    insert.run(randomUUID(), realOf(number), aliasOf(number), time);
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

/** The same in a database of PostgreSQL. */
export async function fillPostgres(url: string, from: number, to: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`
    INSERT INTO aliases (id, real_email, alias_email, active, created_at)
    SELECT gen_random_uuid(), 'visitor' || n || '@example.org', 'alias-' || n || '@bench.test', true, now()
    FROM generate_series(${from}::int, ${to - 1}::int) AS n`;
  await sql`ANALYZE aliases`;
  await sql`CHECKPOINT`;
  await sql.end();
}

/** @returns octets of the database on disk with its indexes; the write-ahead log, which the server keeps for all, is not among them */
export async function postgresOctets(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<[{ size: string }]>`SELECT pg_database_size(current_database()) AS size`;
  await sql.end();
  return Number(row.size);
}
