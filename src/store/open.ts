/** Opens the Store that DATABASE_URL names: connected, and with the newest schema. */

import { openPostgresStore } from './postgres/store.ts';
import { sqlitePath } from './sqlite/path.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Store, StoreOptions } from './store.ts';
import { DatabaseUnusable } from './unusable.ts';

/**
 * Opens the database, makes or migrates its tables, and returns its Store.
 * @param databaseUrl `sqlite:<path>` or `postgres://...`
 * @throws DatabaseUnusable with one sentence for the operator
 */
export async function openStore(databaseUrl: string, options: StoreOptions): Promise<Store> {
  let made: string | undefined;
  const whenNew = (database: string) => {
    options.whenNew?.(database);
    made = database;
  };
  const store = await open(databaseUrl, { ...options, whenNew });
  // Not before: a start may end without it.
  if (made !== undefined && options.whenNew === undefined) {
    options.log.warn({ database: made }, 'there was no database: a new, empty one was made');
  }
  return store;
}

async function open(databaseUrl: string, options: StoreOptions): Promise<Store> {
  const scheme = databaseUrl.slice(0, databaseUrl.indexOf(':') + 1);
  switch (scheme) {
    case 'sqlite:':
      return openSqliteStore(sqlitePath(databaseUrl), options);
    case 'postgres:':
    case 'postgresql:':
      return openPostgresStore(databaseUrl, options);
    default:
      throw new DatabaseUnusable(
        'The database address must begin with sqlite: or postgres:// (for example sqlite:./data/veilpost.sqlite).',
      );
  }
}
