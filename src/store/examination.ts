/** Examines a database without changing it, whatever its version: for the doctor. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SCHEMA_VERSION } from './migrations/all.ts';
import { readAddress } from './postgres/address.ts';
import { connected } from './postgres/connection.ts';
import { reachPrimary, unusable } from './postgres/opening.ts';
import { codeOf, isUnreachable } from './postgres/errors.ts';
import { knownVersion } from './postgres/migrate.ts';
import { knownPooler } from './postgres/pooler.ts';
import { sqlitePath } from './sqlite/address.ts';
import { DatabaseUnreachable, DatabaseUnusable } from './errors.ts';

export type Examination = {
  /** The engine and its version. */
  name: string;
  /** Of the schema; 0 if there is none yet. */
  version: number;
  /** The version of this program's schema. */
  newest: number;
  /** The damage found, as a sentence; undefined: none. */
  damage: string | undefined;
  writable: boolean;
  pooled: boolean;
  /** Milliseconds that its clock is ahead of ours. */
  ahead: number;
};

/** Timeout of a statement of the examination, in milliseconds. */
const STATEMENT_MS = 60_000;

/** @param now milliseconds since 1970 @throws DatabaseUnusable */
export async function examineDatabase(
  databaseUrl: string,
  now: () => number,
): Promise<Examination> {
  return databaseUrl.startsWith('sqlite:')
    ? examineFile(resolve(sqlitePath(databaseUrl)))
    : examineServer(databaseUrl, now);
}

function examineFile(file: string): Examination {
  if (!existsSync(file)) throw new DatabaseUnusable(`Database file ${file} does not exist.`);
  const one = (db: DatabaseSync, sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const integrity = String(one(db, 'PRAGMA integrity_check(1)'));
    return {
      name: `SQLite ${String(one(db, 'SELECT sqlite_version()'))}`,
      version: Number(one(db, 'PRAGMA user_version')),
      newest: SCHEMA_VERSION,
      damage: integrity === 'ok' ? undefined : `the file is damaged: ${integrity}`,
      writable: true,
      pooled: false,
      ahead: 0,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnusable(`Cannot read the file ${file}: ${reason}.`);
  } finally {
    db?.close();
  }
}

async function examineServer(databaseUrl: string, now: () => number): Promise<Examination> {
  const address = readAddress(databaseUrl);
  try {
    await reachPrimary(address);
    const known = await knownPooler(address);
    return await connected(known, STATEMENT_MS, async (sql) => {
      const version = await knownVersion(sql);
      const before = now();
      const [row] = await sql`
        SELECT current_setting('server_version') AS server,
          current_setting('transaction_read_only') AS read_only,
          extract(epoch from clock_timestamp()) * 1000 AS date`;
      return {
        name: `PostgreSQL ${String(row?.server)}`,
        version,
        newest: SCHEMA_VERSION,
        damage: undefined,
        writable: row?.read_only === 'off',
        pooled: known.pooled,
        ahead: Number(row?.date) - (before + now()) / 2,
      };
    });
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    if (!isUnreachable(error)) throw unusable(address, error);
    throw new DatabaseUnreachable(
      `The database ${address.shown} does not respond (${codeOf(error)}).`,
    );
  }
}
