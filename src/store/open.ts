/** Opens the Store that DATABASE_URL names: connected, and with the newest schema. */

import { aliasStore } from './aliases.ts';
import type { Database } from './database.ts';
import { complaintStore } from './history/complaint-store.ts';
import { historyStore } from './history/history-store.ts';
import { ledgerStore } from './ledger.ts';
import { anotherAlias } from './owners/another.ts';
import { ownerChanges } from './owners/owner-changes.ts';
import { deletionSteps } from './owners/deletion-steps.ts';
import { removals } from './owners/removals.ts';
import { noteStore } from './owners/notes.ts';
import { planStore } from './owners/plans.ts';
import { senderStore } from './owners/sender-store.ts';
import { openPostgres } from './postgres/database.ts';
import { authStore } from './sessions/auth-store.ts';
import { settingStore } from './settings.ts';
import { sqlitePath } from './sqlite/address.ts';
import { openSqlite } from './sqlite/database.ts';
import type { Store, StoreOptions } from './store.ts';
import { stsPolicyStore } from './policies/sts-policies.ts';
import { DatabaseUnusable } from './errors.ts';

/**
 * Opens the database, creates or migrates its tables, and returns its Store.
 * @param databaseUrl `sqlite:<path>` or `postgres://...`
 * @throws DatabaseUnusable with one sentence for the operator
 */
export async function openStore(databaseUrl: string, options: StoreOptions): Promise<Store> {
  let made: string | undefined;
  const whenNew = (database: string) => {
    options.whenNew?.(database);
    made = database;
  };
  const store = await opened(databaseUrl, { ...options, whenNew });
  // Not earlier: the start may end without it.
  if (made !== undefined && options.whenNew === undefined) {
    options.log.warn({ database: made }, 'database not found: created a new, empty one');
  }
  return store;
}

async function opened(databaseUrl: string, options: StoreOptions): Promise<Store> {
  if (databaseUrl.startsWith('sqlite:')) return openSqliteStore(sqlitePath(databaseUrl), options);
  if (/^postgres(?:ql)?:/.test(databaseUrl)) return openPostgresStore(databaseUrl, options);
  throw new DatabaseUnusable(
    'The database address must begin with sqlite: or postgres:// (for example sqlite:./data/veilpost.sqlite).',
  );
}

/** @throws DatabaseUnusable */
export function openSqliteStore(path: string, options: StoreOptions): Store {
  const { whenNew = () => {} } = options;
  return storeOf(openSqlite(path, whenNew), options);
}

/** @throws DatabaseUnusable */
export async function openPostgresStore(url: string, options: StoreOptions): Promise<Store> {
  const { log, whenNew = () => {} } = options;
  return storeOf(await openPostgres(url, log, whenNew), options);
}

/** The store on an open database. */
export function storeOf(database: Database, { now, lookUpFailed = () => {} }: StoreOptions): Store {
  const lookUp = <Result>(find: () => Promise<Result>): Promise<Result> => {
    const found = find();
    found.catch(() => lookUpFailed(find));
    return found;
  };
  const read: Database['read'] = (sql, values) => lookUp(() => database.read(sql, values));
  const ends = removals(database);
  const block: typeof ends.block = (name, at) => ends.block(name, at);
  const aliases = aliasStore({ database, read, block, ended: deletionSteps(database), now });
  return {
    isEmbedded: database.isEmbedded,
    ...aliases,
    aliasByAddress: (address) => lookUp(() => database.aliasByAddress(address)),
    recall: (key, at) => lookUp(() => database.recall(key, at)),
    ...ledgerStore(database),
    ...settingStore(database, now),
    owners: {
      ...ownerChanges(database, aliases, now),
      ...ends,
      ...anotherAlias(database, { isRetired: (name) => aliases.isRetired(name), block }),
    },
    notes: noteStore(database),
    plans: planStore(database),
    senders: senderStore(database),
    history: historyStore(database),
    stsPolicies: stsPolicyStore(database),
    complaints: complaintStore(database),
    auth: authStore(database),
    answers: () => database.answers(),
    close: () => database.close(),
  };
}
