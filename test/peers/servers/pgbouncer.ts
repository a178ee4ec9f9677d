/** PgBouncer, Debian's connection pooler for PostgreSQL, with a server of the test. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#support/loopback.ts';
import { type After, peerFolder } from '../folder.ts';
import { Daemon } from '../program.ts';

/** The time that a client keeps its server connection: while it is connected, for a transaction, for a statement. */
export type PoolMode = 'session' | 'transaction' | 'statement';

/**
 * Starts it with the settings of its package except for addresses and the mode.
 * @param database address of a database
 * @param connections to the server at most
 * @returns the address of the same database through the pooler
 */
export async function startPgBouncer(
  after: After,
  database: string,
  mode: PoolMode,
  connections: number,
): Promise<string> {
  const server = new URL(database);
  const pooled = new URL(database);
  pooled.port = String(await freePort());
  const settings = join(peerFolder(after), 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooled.port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
`,
  );
  // It refuses to run as root; root runs it as a user that every system has.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await Daemon.at(Number(pooled.port), after, '/usr/sbin/pgbouncer', [...asNobody, settings]);
  return pooled.href;
}
