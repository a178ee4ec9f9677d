/** Checks our tables on a server: its own checksums and backups protect its pages. */

import type { Sql } from 'postgres';
import type { DatabaseCheck } from '../checked.ts';
import { isUsable } from '../migrations/all.ts';
import { DatabaseUnusable } from '../errors.ts';
import { readAddress } from './address.ts';
import { connect } from './connection.ts';
import { causeOf } from './errors.ts';
import { knownVersion, oldestOf } from './migrate.ts';
import { knownPooler } from './pooler.ts';

/** Counting takes a while where there are millions of rows, in milliseconds. */
const TIMEOUT_MS = 600_000;

/** @throws DatabaseUnusable where the server or the database does not answer; without the password */
export async function checkPostgres(databaseUrl: string): Promise<DatabaseCheck> {
  const given = readAddress(databaseUrl);
  let sql: Sql | undefined;
  try {
    sql = connect(await knownPooler(given), 1, TIMEOUT_MS);
    return await read(sql, given.shown);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(
      `The database ${given.shown} cannot be read: ${causeOf(error).message}.`,
    );
  } finally {
    await sql?.end({ timeout: 1 });
  }
}

async function read(sql: Sql, database: string): Promise<DatabaseCheck> {
  const version = await knownVersion(sql);
  if (version === 0)
    return {
      database,
      faults: ['It holds no tables of ours.'],
      version,
      usable: false,
      counts: [],
    };
  const faults: string[] = [];
  const [access] = await sql`SHOW transaction_read_only`;
  if (access?.transaction_read_only === 'on') faults.push('It takes no writes; is it a replica?');
  // The unique indexes decide who gets a name: if one were missing or only half built, two people could have the same.
  const found = await sql`
    SELECT a.attname FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = 'aliases'::regclass AND i.indisunique AND i.indisvalid AND i.indnatts = 1`;
  const unique = new Set(found.map(({ attname }) => String(attname)));
  for (const column of ['alias_email', 'real_email']) {
    if (!unique.has(column))
      faults.push(`The unique index of aliases.${column} is missing or broken.`);
  }
  // A database of an earlier version has fewer tables.
  const [there] = await sql`
    SELECT to_regclass('retired_names') IS NOT NULL AS retired, to_regclass('auth_users') IS NOT NULL AS users`;
  const rows = async (query: Promise<Iterable<{ n?: unknown }>>) => {
    const [row] = await query;
    return Number(row?.n);
  };
  const counts: DatabaseCheck['counts'] = [
    ['aliases', await rows(sql`SELECT count(*) AS n FROM aliases`)],
    ['of them switched off', await rows(sql`SELECT count(*) AS n FROM aliases WHERE NOT active`)],
  ];
  if (there?.retired === true) {
    counts.push([
      'names never given again',
      await rows(sql`SELECT count(*) AS n FROM retired_names`),
    ]);
  }
  if (there?.users === true) {
    counts.push(['people who sign in', await rows(sql`SELECT count(*) AS n FROM auth_users`)]);
  }
  const usable = isUsable(version, await oldestOf(sql));
  return { database, faults, version, usable, counts };
}
