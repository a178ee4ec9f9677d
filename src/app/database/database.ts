/** Opens the database of DATABASE_URL. */

import { openStore } from '#store/open.ts';
import type { WhenNew } from '#store/database.ts';
import type { Store } from '#store/store.ts';
import { DatabaseUnreachable, DatabaseUnusable } from '#store/errors.ts';
import type { Config } from '../config/config.ts';
import { Fault } from '../config/fault.ts';
import type { Log } from '../observe/log.ts';
import type { FailedLookUps } from '../observe/failed-look-ups.ts';

/** @throws Fault if it cannot be used, or does not exist and may not be created */
export async function openDatabase(
  config: Config,
  log: Log,
  lookUps: FailedLookUps,
): Promise<Store> {
  try {
    return await openStore(config.databaseUrl, {
      now: Date.now,
      log,
      lookUpFailed: lookUps.failed,
      ...(!config.newDatabase && { whenNew: refuseNewDatabase }),
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    const sentence = `DATABASE_URL: ${error.message}`;
    // Exit code 1: the supervisor restarts the process until the database server responds.
    throw error instanceof DatabaseUnreachable ? new Fault(sentence, 1) : new Fault(sentence);
  }
}

/**
 * With an empty database every alias is unknown, so mail to real aliases would be rejected permanently. If real mail is
 * forwarded, a database is therefore created only on purpose.
 */
export const refuseNewDatabase: WhenNew = (database) => {
  throw new DatabaseUnusable(
    `Database not found at ${database} (volume not mounted? address misspelt?). To create a new one, run npx veilpost init.`,
  );
};
