/** Connects to the server, and migrates its tables. */

import type { StoreLog, WhenNew } from '../database.ts';
import { DatabaseUnreachable, DatabaseUnusable } from '../errors.ts';
import { type PostgresAddress, readAddress } from './address.ts';
import { connect, connected } from './connection.ts';
import { causeOf, codeOf, isUnreachable } from './errors.ts';
import { migrate, STATEMENT_TIMEOUT_MS } from './migrate.ts';
import { knownPooler } from './pooler.ts';

/** Time to find the server that accepts writes among several, in milliseconds. */
const PRIMARY_MS = 5000;

/**
 * Opens the database once, creates or migrates its tables, and closes it again.
 * @throws DatabaseUnusable with one sentence, without the password
 */
export async function prepareDatabase(
  databaseUrl: string,
  log: StoreLog,
  whenNew: WhenNew,
): Promise<PostgresAddress> {
  const given = readAddress(databaseUrl);
  try {
    await reachPrimary(given);
    const address = await knownPooler(given);
    await prepare(address, log, whenNew);
    return address;
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : unusable(given, error);
  }
}

/**
 * Finds the server that accepts writes. The driver would try several in turn endlessly.
 * @throws DatabaseUnreachable if none does, or the driver's error
 */
export async function reachPrimary(given: PostgresAddress): Promise<void> {
  if (given.hosts.length === 0) return;
  const sql = connect(given, 1, PRIMARY_MS);
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    silence.reject(
      new DatabaseUnreachable(`None of the servers ${given.shown} responds and accepts writes.`),
    );
  }, PRIMARY_MS);
  try {
    await Promise.race([sql`SELECT 1`, silence.promise]);
  } finally {
    clearTimeout(timer);
    await sql.end({ timeout: 0 });
  }
}

async function prepare(address: PostgresAddress, log: StoreLog, whenNew: WhenNew): Promise<void> {
  const { shown, pooled } = address;
  if (pooled) {
    log.info({ database: shown }, 'connected through a pooler: each call is a transaction');
  }
  await connected(address, STATEMENT_TIMEOUT_MS, async (sql) => {
    await migrate(sql, shown, whenNew);
    const [access] = await sql`SHOW transaction_read_only`;
    if (access?.transaction_read_only === 'on') throw readOnly(address);
    const [commit] = await sql`SHOW synchronous_commit`;
    if (commit?.synchronous_commit === 'off') {
      log.warn(
        {},
        'synchronous_commit is off: a power failure may lose aliases that visitors have seen',
      );
    }
  });
}

const readOnly = ({ shown }: PostgresAddress) =>
  new DatabaseUnusable(`The database ${shown} does not accept writes; is it a replica?`);

/** The driver's error as one sentence, without the password. */
export function unusable(address: PostgresAddress, error: unknown): DatabaseUnusable {
  const { shown } = address;
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return new DatabaseUnusable(`The database ${shown} rejects the user or the password.`);
    case '3D000':
      return new DatabaseUnusable(`The server does not have this database: ${shown}.`);
    case '42501':
      return new DatabaseUnusable(
        `The user is not allowed to create tables in the database ${shown}.`,
      );
    case '25006':
      return readOnly(address);
    default: {
      const sentence = `Cannot use the database ${shown}: ${causeOf(error).message}.`;
      return isUnreachable(error)
        ? new DatabaseUnreachable(sentence)
        : new DatabaseUnusable(sentence);
    }
  }
}
