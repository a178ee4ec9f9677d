/** Opens the one file that holds everything, with the settings on which durability rests. */

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from '../unusable.ts';
import { isNotADatabase } from './errors.ts';
import { migrate } from './migrate.ts';

/** How long a statement waits for another process's write, in milliseconds; the whole process waits with it. */
const BUSY_TIMEOUT_MS = 2000;

/** Pages kept in memory, in KiB: the upper levels of the indexes over millions of aliases; used as far as it is needed. */
const CACHE_KIB = 65_536;

/**
 * Opens the file, makes it where there is none (its folder 0700, itself 0600: it holds real addresses), and brings its
 * tables up to date.
 * @throws DatabaseUnusable
 */
export function openDatabase(path: string): DatabaseSync {
  const file = resolve(path);
  makeFile(file);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    // WAL: readers never wait for the writer. FULL: a commit is on the disk before it is acknowledged.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF');
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    migrate(db, file);
    refuseMoved(db, file);
    return db;
  } catch (error) {
    db?.close();
    throw error instanceof DatabaseUnusable ? error : unusable(file, error);
  }
}

/** A file whose aliases were moved (transfer/migrate-to.ts) is history: working on would split the table in two. */
function refuseMoved(db: DatabaseSync, file: string): void {
  const moved = db.prepare("SELECT value FROM settings WHERE name = 'moved to'").get();
  if (!moved) return;
  throw new DatabaseUnusable(
    `The aliases of ${file} were moved to the database ${String(moved.value)}; set DATABASE_URL to it.`,
  );
}

function makeFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new DatabaseUnusable(`The database file ${file} cannot be written${reason}.`);
  }
}

function unusable(file: string, error: unknown): DatabaseUnusable {
  if (isNotADatabase(error))
    return new DatabaseUnusable(`The file ${file} is not a SQLite database.`);
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnusable(`The database file ${file} cannot be opened: ${reason}.`);
}
