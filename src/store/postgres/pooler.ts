/** Poolers in front of the server, such as PgBouncer: a client's connection may reach any server process, or none. */

import { DatabaseUnusable } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { connected } from './connection.ts';
import { inTransaction } from './transaction.ts';

/**
 * Whether a pooler responds in place of the server. At the start of a connection a server sends its process number
 * (BackendKeyData: https://www.postgresql.org/docs/current/protocol-flow.html); a pooler sends its own.
 * @throws the driver's errors
 */
async function isPooled(address: PostgresAddress): Promise<boolean> {
  // Without start-up parameters, which a pooler may reject.
  return connected({ ...address, pooled: true }, 0, async (sql) => {
    const rows = await sql`SELECT pg_backend_pid() AS pid`;
    return rows[0]?.pid !== rows.state.pid;
  });
}

/**
 * The address, with the result of the check for a pooler.
 * @throws DatabaseUnusable if a pooler does not allow transactions; the driver's errors
 */
export async function knownPooler(address: PostgresAddress): Promise<PostgresAddress> {
  if (!(await isPooled(address))) return address;
  const pooled = { ...address, pooled: true };
  if (await allowsTransactions(pooled)) return pooled;
  // The pooler may have been restarted between two statements: only two failures with a live pooler count as a refusal.
  await isPooled(address);
  if (await allowsTransactions(pooled)) return pooled;
  await isPooled(address);
  throw new DatabaseUnusable(
    `The connection pooler at ${address.shown} does not allow transactions: set its pool_mode to transaction or session.`,
  );
}

async function allowsTransactions(address: PostgresAddress): Promise<boolean> {
  return connected(address, 0, async (sql) => {
    try {
      await inTransaction(sql, 0, async (transaction) => transaction`SELECT 1`);
      return true;
    } catch {
      // PgBouncer sends the reason, and closes the connection; the driver only reports the close.
      return false;
    }
  });
}
