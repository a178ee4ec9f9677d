/** The table of PostgreSQL with the counts of all nodes. */

import type { SharedCounts } from '../shared-counts.ts';
import { StoreUnavailable } from '../errors.ts';
import { type PostgresAddress, readAddress } from './address.ts';
import { DatabasePool } from './connection-pool.ts';
import { causeOf } from './errors.ts';
import { knownPooler } from './pooler.ts';

/**
 * The counts of a database that openStore has opened before (it makes the table); undefined for SQLite.
 * @throws StoreUnavailable
 */
export async function openSharedCounts(databaseUrl: string): Promise<SharedCounts | undefined> {
  if (!/^postgres(?:ql)?:/.test(databaseUrl)) return undefined;
  const pool = new DatabasePool(await reached(readAddress(databaseUrl)), { max: 1 });
  return {
    tableName: 'rate_limits',
    client: {
      query: ({ text, values = [] }) =>
        pool.run(async (sql) => {
          const rows = await sql.unsafe(text, values, { prepare: true });
          return { rows: [...rows], rowCount: rows.count };
        }),
    },
    close: () => pool.close(),
  };
}

async function reached(address: PostgresAddress): Promise<PostgresAddress> {
  try {
    return await knownPooler(address);
  } catch (error) {
    throw new StoreUnavailable('The database does not respond.', { cause: causeOf(error) });
  }
}
