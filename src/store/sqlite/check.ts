/** Reads the whole embedded database, or a backup of it, even while a server works on it. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COUNTED, type DatabaseCheck } from '../checked.ts';
import { isUsable } from '../migrations/all.ts';
import { DatabaseUnusable } from '../errors.ts';
import { countKeyOf } from './dialect.ts';
import { isBusy, isNotADatabase } from './errors.ts';
import { APPLICATION_ID, oldestOf } from './migrate.ts';
import { rowFaults } from './row-faults.ts';

/** Most damages in a report: a damaged file has one for each page. */
const MOST_FAULTS = 20;

/** Counts that each change of an alias keeps. */
const MISCOUNTED = `SELECT count(*) AS n FROM (
  SELECT ${countKeyOf('alias_email')} AS domain, sum(active) AS active, sum(1 - active) AS inactive
  FROM aliases GROUP BY 1
  EXCEPT SELECT domain, active, inactive FROM alias_counts)`;

/** @param path of the file @throws DatabaseUnusable if it cannot be read at all */
export function checkSqlite(path: string): DatabaseCheck {
  const file = resolve(path);
  if (!existsSync(file)) throw new DatabaseUnusable(`Database file ${file} does not exist.`);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 2000 });
    return read(db, file);
  } catch (error) {
    if (isNotADatabase(error)) {
      throw new DatabaseUnusable(`The file ${file} is not a SQLite database.`);
    }
    if (isBusy(error)) {
      throw new DatabaseUnusable(`The database file ${file} is locked by another program.`);
    }
    if (error instanceof DatabaseUnusable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnusable(`Cannot read the database file ${file}: ${reason}.`);
  } finally {
    db?.close();
  }
}

function read(db: DatabaseSync, file: string): DatabaseCheck {
  const number = (query: string, column: string) => Number(db.prepare(query).get()?.[column]);
  if (number('PRAGMA application_id', 'application_id') !== APPLICATION_ID) {
    throw new DatabaseUnusable(
      `The database file ${file} belongs to another program, or is empty.`,
    );
  }
  const damages = db.prepare(`PRAGMA integrity_check(${MOST_FAULTS})`).all();
  const faults = damages
    .map(({ integrity_check }) => String(integrity_check))
    .filter((damage) => damage !== 'ok');
  const version = number('PRAGMA user_version', 'user_version');
  const tables = new Set(
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map((row) => row.name),
  );
  const counted = COUNTED.filter(({ table }) => tables.has(table));
  try {
    if (number(MISCOUNTED, 'n') > 0) faults.push('The stored counts of aliases are wrong.');
    // An earlier version does not have states.
    if (tables.has('alias_states')) faults.push(...rowFaults(db, MOST_FAULTS));
    return {
      database: file,
      faults,
      version,
      usable: isUsable(version, oldestOf(db)),
      counts: counted.map(({ what, table, where }) => [
        what,
        number(`SELECT count(*) AS n FROM ${table} ${where}`, 'n'),
      ]),
    };
  } catch (error) {
    // Damaged tables may not be countable.
    if (faults.length === 0) throw error;
    return { database: file, faults, version, usable: false, counts: [] };
  }
}
