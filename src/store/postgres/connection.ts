/** Connections to PostgreSQL. */

import postgres, { type Sql } from 'postgres';
import type { PostgresAddress } from './address.ts';

/** Longest time for connecting and longest back-off between two attempts, in seconds. */
const CONNECT_TIMEOUT_S = 4;
const LONGEST_BACKOFF_S = 1;

/** A client of postgres.js for an address; it connects at the first statement, and again after every break. */
export function connect(address: PostgresAddress, max: number, timeout: number): Sql {
  const { url, hosts, ssl, pooled } = address;
  // PgBouncer rejects unknown start-up parameters, and a later statement may reach another server process without the
  // prepared statement.
  const session = pooled ? { prepare: false } : {};
  const parameters = pooled ? {} : { statement_timeout: timeout };
  // A replica responds too: only the server that accepts writes is useful, and after a failover that is another one.
  // (postgres.js's types do not include lists; its documentation and its code do.)
  const servers: object =
    hosts.length === 0
      ? {}
      : {
          host: hosts.map(({ host }) => host),
          port: hosts.map(({ port }) => port),
          target_session_attrs: 'primary',
        };
  return postgres(url, {
    ...servers,
    ssl,
    max,
    ...session,
    // All servers are tried within the time of one call.
    connect_timeout: CONNECT_TIMEOUT_S / Math.max(1, hosts.length),
    backoff: (attempts) => Math.min(LONGEST_BACKOFF_S, 0.05 * 2 ** attempts),
    connection: { application_name: 'veilpost', ...parameters },
    fetch_types: false,
    onnotice: () => {},
  });
}

/** One connection for some work, closed after it. @param timeout as in `connect` */
export async function connected<Result>(
  address: PostgresAddress,
  timeout: number,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connect(address, 1, timeout);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
