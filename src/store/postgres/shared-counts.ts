/** The table of PostgreSQL with the counts of all nodes. */

import type { SharedCounts } from '../database.ts';
import { StoreUnavailable } from '../errors.ts';
import { type PostgresAddress, readAddress } from './address.ts';
import { DatabasePool } from './connection-pool.ts';
import { causeOf } from './errors.ts';
import { knownPooler } from './pooler.ts';

const ADD = `INSERT INTO rate_limits VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET
  points = CASE WHEN rate_limits.expire <= $4 THEN $2 ELSE rate_limits.points + $2 END,
  expire = CASE WHEN rate_limits.expire <= $4 THEN $3 ELSE rate_limits.expire END
  RETURNING points, expire`;
const FORGET = 'DELETE FROM rate_limits WHERE expire < $1';

/**
 * The counts of a database that openStore has opened before (it makes the table); undefined for SQLite.
 * @throws StoreUnavailable
 */
export async function openSharedCounts(databaseUrl: string): Promise<SharedCounts | undefined> {
  if (!/^postgres(?:ql)?:/.test(databaseUrl)) return undefined;
  const pool = new DatabasePool(await reached(readAddress(databaseUrl)), { max: 1 });
  return {
    add: (key, uses, { ms, now }) =>
      pool.run(async (sql) => {
        const [row] = await sql.unsafe(ADD, [key, uses, now + ms, now], { prepare: true });
        return { uses: Number(row?.points), until: Number(row?.expire) };
      }),
    forget: (before) =>
      pool.run(async (sql) => {
        await sql.unsafe(FORGET, [before], { prepare: true });
      }),
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
