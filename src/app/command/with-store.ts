import type { StoreLog } from '#store/database.ts';
import { openStore } from '#store/open.ts';
import { type Store, StoreUnavailable } from '#store/store.ts';
import { Fault } from '../config/fault.ts';
import { refuseNewDatabase } from '../database/database.ts';

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
