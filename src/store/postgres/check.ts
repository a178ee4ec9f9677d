/** Checks our tables on a server: its own checksums and backups protect its pages. */

import type { Sql } from 'postgres';
import { COUNTED, type DatabaseCheck } from '../checked.ts';
import { isUsable } from '../migrations/all.ts';
import { DatabaseUnusable } from '../errors.ts';
import { readAddress } from './address.ts';
import { connected } from './connection.ts';
import { causeOf } from './errors.ts';
import { knownVersion, oldestOf } from './migrate.ts';
import { knownPooler } from './pooler.ts';

/** Timeout for counting millions of rows, in milliseconds. */
const TIMEOUT_MS = 600_000;

/** @throws DatabaseUnusable if the server or the database does not respond; without the password */
export async function checkPostgres(databaseUrl: string): Promise<DatabaseCheck> {
  const given = readAddress(databaseUrl);
  try {
    return await connected(await knownPooler(given), TIMEOUT_MS, (sql) => read(sql, given.shown));
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(
      `Cannot read the database ${given.shown}: ${causeOf(error).message}.`,
    );
  }
}

async function read(sql: Sql, database: string): Promise<DatabaseCheck> {
  const version = await knownVersion(sql);
  if (version === 0) {
    const faults = ['It does not contain our tables.'];
    return { database, faults, version, usable: false, counts: [] };
  }
  const faults: string[] = [];
  const [access] = await sql`SHOW transaction_read_only`;
  if (access?.transaction_read_only === 'on')
    faults.push('It does not accept writes; is it a replica?');
  // The unique indexes decide who gets a name: if one were missing or only half built, two people could have the same
  // name.
  const found = await sql`
    SELECT a.attname FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = 'aliases'::regclass AND i.indisunique AND i.indisvalid AND i.indnatts = 1`;
  const unique = new Set(found.map(({ attname }) => String(attname)));
  for (const column of ['alias_email', 'real_email']) {
    if (!unique.has(column))
      faults.push(`The unique index of aliases.${column} is missing or broken.`);
  }
  const counts: DatabaseCheck['counts'] = [];
  for (const { what, table, where } of COUNTED) {
    const [there] = await sql`SELECT to_regclass(${table}) IS NOT NULL AS found`;
    if (there?.found !== true) continue;
    const [row] = await sql.unsafe(`SELECT count(*) AS n FROM ${table} ${where}`);
    counts.push([what, Number(row?.n)]);
  }
  const usable = isUsable(version, await oldestOf(sql));
  return { database, faults, version, usable, counts };
}
