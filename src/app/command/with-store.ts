import type { StoreLog } from '#store/database.ts';
import { openStore } from '#store/open.ts';
import { type Store, StoreUnavailable } from '#store/store.ts';
import type { Config } from '../config/config.ts';
import { Fault } from '../config/fault.ts';
import { refuseNewDatabase } from '../database/database.ts';
import type { Log } from '../observe/log.ts';

/** What each command gets. */
export type CommandOptions = {
  /** Read only if a command needs it. @throws Fault if the settings are wrong */
  config: () => Config;
  /** Prints a line, or a progress message if it ends with a carriage return. */
  print: (text: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
};

/** The database, and the log for its lines. */
export type DatabaseOptions = { databaseUrl: string; log: StoreLog };

/**
 * Opens an existing database, and closes it after success and failure alike.
 * @throws DatabaseUnusable; Fault if it does not respond in time
 */
export async function withStore<Result>(
  { databaseUrl, log }: DatabaseOptions,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(databaseUrl, { now: Date.now, log, whenNew: refuseNewDatabase });
  try {
    return await work(store);
  } catch (error) {
    throw error instanceof StoreUnavailable ? new Fault(error.message, 1) : error;
  } finally {
    await store.close();
  }
}
