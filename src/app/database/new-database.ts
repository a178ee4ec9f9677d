import type { WhenNew } from '#store/new-database.ts';
import { DatabaseUnusable } from '#store/errors.ts';

/**
 * With an empty database every alias is unknown, so mail to real aliases would be rejected permanently. If real mail is
 * forwarded, a database is therefore created only on purpose.
 */
export const refuseNewDatabase: WhenNew = (database) => {
  throw new DatabaseUnusable(
    `Database not found at ${database} (volume not mounted? address misspelt?). To create a new one, run npx veilpost init.`,
  );
};
