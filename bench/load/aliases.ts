/** The aliases of a load. Real mail goes to many aliases, so these exceed a cache of one second's mail. */

import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { sqlitePath } from '#store/sqlite/address.ts';

export type Aliases = readonly (readonly [alias: string, real: string])[];

/** More than the 9,000 names that a domain has by default. */
export const USUAL_ALIASES = 10_000;

/** Addresses of one length, so that a rewritten message has one. @param count at most 20,000: the engine's ALIAS_NUMBERS here */
export function aliasesOf(count: number): Aliases {
  return Array.from(
    { length: count },
    (_, i) => [`alias-${10_000 + i}@alias.test`, `user-${i}@mailbox.test`] as const,
  );
}

/** Domains of aliases by the million. */
export const MANY_DOMAINS = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'] as const;
const FIRST = 10_000;
/** Recipients of the load, spread over all aliases. */
const RECIPIENTS = 50_000;

/** Writes aliases by two statements, as one insert each would take an hour. @param databaseUrl with its tables */
export async function insertMany(databaseUrl: string, count: number): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) insertIntoSqlite(sqlitePath(databaseUrl), count);
  else await insertIntoPostgres(databaseUrl, count);
}

function insertIntoSqlite(path: string, count: number): void {
  const database = new DatabaseSync(path);
  database
    .prepare(
      `WITH RECURSIVE numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i < $count - 1)
       INSERT INTO aliases (id, real_email, alias_email, created_at)
       SELECT printf('%08x-0000-4000-8000-%012x', i, i), 'user-' || i || '@mailbox.test',
         'alias-' || (${FIRST} + i / 5) || '@' || substr('abcde', 1 + i % 5, 1) || '.test', '2026-11-01T00:00:00.000Z'
       FROM numbers`,
    )
    .run({ $count: count });
  database.close();
}

async function insertIntoPostgres(url: string, count: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`
    INSERT INTO aliases (id, real_email, alias_email, created_at)
    SELECT (lpad(to_hex(i), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
      'user-' || i || '@mailbox.test',
      'alias-' || (${FIRST}::int + i / 5) || '@' || substr('abcde', 1 + i % 5, 1) || '.test', now()
    FROM generate_series(0, ${count}::int - 1) i`;
  await sql.end();
}

/** The aliases that a load writes to. @param count of all */
export function someOfMany(count: number): string[] {
  const step = Math.max(1, Math.floor(count / RECIPIENTS));
  return Array.from({ length: Math.min(count, RECIPIENTS) }, (_, nth) => {
    const i = nth * step;
    return `alias-${FIRST + Math.floor(i / 5)}@${MANY_DOMAINS[i % 5]}`;
  });
}
