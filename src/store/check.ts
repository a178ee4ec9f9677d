/** Checks the integrity of a database: reads all of it and changes nothing. */

import type { DatabaseCheck } from './checked.ts';
import { checkPostgres } from './postgres/check.ts';
import { checkSqlite } from './sqlite/check.ts';
import { sqlitePath } from './sqlite/address.ts';

/**
 * @param databaseUrl `sqlite:<path>` or `postgres://...`
 * @throws DatabaseUnusable without a database
 */
export async function checkDatabase(databaseUrl: string): Promise<DatabaseCheck> {
  return databaseUrl.startsWith('sqlite:')
    ? checkSqlite(sqlitePath(databaseUrl))
    : await checkPostgres(databaseUrl);
}
