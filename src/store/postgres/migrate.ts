import { setTimeout as delay } from 'node:timers/promises';
import type { ISql, Sql } from 'postgres';
import {
  isUsable,
  MIGRATIONS,
  OLDEST_SETTING,
  OLDEST_VALUE,
  SCHEMA_VERSION,
} from '../migrations/all.ts';
import type { WhenNew } from '../database.ts';
import { DatabaseUnusable } from '../errors.ts';
import { inTransaction } from './transaction.ts';
import { codeOf } from './errors.ts';

/**
 * Errors in the start of two nodes at once, or of a distributed engine that runs DDL in its own transaction: unique
 * violation or duplicate (two CREATE TABLE at once), serialization failure, deadlock, stale catalog (YugabyteDB).
 */
const TRY_AGAIN = new Set(['23505', '42P07', '42710', '40001', '40P01', 'XX000']);
const ATTEMPTS = 10;

/** Other nodes wait this long for a step, which may rebuild an index over millions of rows, in milliseconds. */
export const STATEMENT_TIMEOUT_MS = 3_600_000;

/**
 * Runs the pending steps, once for all nodes. The lock is a row, not an advisory lock: CockroachDB and YugabyteDB have
 * rows too (docs/decisions/sql-written-once.md). Every step has IF NOT EXISTS, as these may keep a table although its transaction
 * failed.
 * @throws DatabaseUnusable where a newer Veilpost wrote it; the server's errors otherwise
 */
export async function migrate(sql: Sql, shown: string, whenNew: WhenNew): Promise<void> {
  // Most starts find every step done, and a role that may not create tables (docs/supabase.md) never gets further.
  const version = await knownVersion(sql);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION && isUsable(version, await oldestOf(sql))) return;
  if (version === 0) whenNew(shown);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`CREATE TABLE IF NOT EXISTS schema_version (id integer PRIMARY KEY, version integer NOT NULL)`;
      await sql`INSERT INTO schema_version (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING`;
      await inTransaction(sql, STATEMENT_TIMEOUT_MS, (steps) => runMissing(steps, shown));
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !TRY_AGAIN.has(codeOf(error))) throw error;
      await delay(attempt * 20);
    }
  }
}

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/** Of the schema; 0 without a database of ours, or only an interrupted first step. */
export async function knownVersion(sql: Sql): Promise<number> {
  try {
    const [row] = await sql`SELECT version FROM schema_version WHERE id = 1`;
    return Number(row?.version ?? 0);
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

/**
 * The oldest schema whose program can work on the database, from its settings (`OLDEST_SETTING`); undefined if there is
 * none.
 */
export async function oldestOf(sql: Sql): Promise<string | undefined> {
  const [row] = await sql`SELECT value FROM settings WHERE name = ${OLDEST_SETTING}`;
  return row === undefined ? undefined : String(row.value);
}

async function runMissing(sql: ISql, shown: string): Promise<void> {
  const [row] = await sql`SELECT version FROM schema_version WHERE id = 1 FOR UPDATE`;
  const found = Number(row?.version);
  if (found > SCHEMA_VERSION) {
    throw new DatabaseUnusable(
      `The database ${shown} was written by a newer Veilpost (schema ${found}, this version uses ${SCHEMA_VERSION}).`,
    );
  }
  for (const migration of MIGRATIONS.slice(found)) {
    for (const statement of migration.postgres) await sql.unsafe(statement);
  }
  if (found < SCHEMA_VERSION) {
    await sql`
      INSERT INTO settings (name, value) VALUES (${OLDEST_SETTING}, ${OLDEST_VALUE})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
    await sql`UPDATE schema_version SET version = ${SCHEMA_VERSION} WHERE id = 1`;
  }
}
