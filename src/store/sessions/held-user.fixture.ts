/** A row of a user or an alias on PostgreSQL that others wait for, in the order in which they came. */

import postgres from 'postgres';

export type HeldUser = {
  /** Resolves once this number of statements waits for a lock. */
  waiting: (number: number) => Promise<void>;
  release: () => Promise<void>;
};

/** @param after the hook of the test or suite that owns it */
export async function heldUser(
  after: (cleanUp: () => Promise<void>) => void,
  databaseUrl: string,
  id: string,
  table: 'auth_users' | 'aliases' = 'auth_users',
): Promise<HeldUser> {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  after(() => sql.end());
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = sql.begin(async (transaction) => {
    await transaction`SELECT 1 FROM ${sql(table)} WHERE id = ${id} FOR UPDATE`;
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, holding]);
  return {
    async waiting(number) {
      for (;;) {
        const rows = await sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        if (rows.length >= number) return;
      }
    },
    async release() {
      released.resolve();
      await holding;
    },
  };
}
