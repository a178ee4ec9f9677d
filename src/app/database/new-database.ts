import type { WhenNew } from '#store/new-database.ts';
import { DatabaseUnusable } from '#store/errors.ts';

/**
 * With an empty database every alias of the real one is unknown, and its senders are refused for good. So where real
 * mail is forwarded a database is made only on purpose.
 */
export const refuseNewDatabase: WhenNew = (database) => {
  throw new DatabaseUnusable(
    `There is no database at ${database} (a volume that is not mounted, a misspelt address?); a new one is made by npx veilpost init, or at each start with NEW_DATABASE=allow.`,
  );
};
