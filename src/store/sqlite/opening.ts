/** Opens the database file, with the settings that durability depends on. */

import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WhenNew } from '../database.ts';
import { DatabaseUnreachable, DatabaseUnusable } from '../errors.ts';
import { DatabaseFiles } from './database-files.ts';
import { isBusy, isNotADatabase } from './errors.ts';
import { exists, makeFile } from './address.ts';
import { isEmpty, migrate, requireOurs } from './migrate.ts';

/** The time that a statement waits for another process's write, in milliseconds. The thread waits with it, so a server sets less. */
const BUSY_TIMEOUT_MS = 2000;

/** Pause between two attempts to switch a file to write-ahead logging, in milliseconds. */
const WAL_PAUSE_MS = 10;

/** Page cache, in KiB: the upper levels of the indexes over millions of aliases; it grows only as needed. */
const CACHE_KIB = 65_536;

/**
 * Opens the file, creates it if it is missing (its folder 0700, itself 0600: it holds real addresses), and migrates its
 * tables.
 * @throws DatabaseUnusable
 */
export function openDatabase(path: string, whenNew: WhenNew): DatabaseSync {
  return openWatched(path, whenNew).db;
}

/** Like openDatabase, with a check that the files are still in place. */
export function openWatched(
  path: string,
  whenNew: WhenNew,
): { db: DatabaseSync; files: DatabaseFiles } {
  const file = resolve(path);
  const isNew = !exists(file);
  if (isNew) whenNew(file);
  makeFile(file);
  const files = new DatabaseFiles(file);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    // A file without a table is not a database either. `whenNew` may refuse it before any change.
    if (!isNew && isEmpty(db)) whenNew(file);
    useWal(db);
    // FULL: a commit is on the disk before it is acknowledged.
    db.exec('PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF');
    // Deleted rows are overwritten: otherwise they stay in free space, and each later backup has them.
    db.exec('PRAGMA secure_delete = ON');
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    migrate(db, file);
    refuseMoved(db, file);
    files.opened();
    return { db, files };
  } catch (error) {
    db?.close();
    throw error instanceof DatabaseUnusable ? error : unusable(file, error);
  }
}

/**
 * WAL: readers never wait for the writer. If two processes create a new file, each holds a lock that the other one
 * needs to switch. SQLite then fails at once, whatever its timeout (https://sqlite.org/c3ref/busy_handler.html). So the
 * waiting is done here, without a lock, and only here.
 * @param wait blocks the thread for this many milliseconds
 * @throws what SQLite throws
 */
export function useWal(db: DatabaseSync, wait: (ms: number) => void = block): void {
  db.exec('PRAGMA busy_timeout = 0');
  for (let waited = 0; ; waited += WAL_PAUSE_MS) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      break;
    } catch (error) {
      if (!isBusy(error) || waited >= BUSY_TIMEOUT_MS) throw error;
      wait(WAL_PAUSE_MS);
    }
  }
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
}

const block = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** A file whose aliases were moved (transfer/migrate-to.ts) is obsolete: further work would split the table. */
function refuseMoved(db: DatabaseSync, file: string): void {
  const moved = db.prepare("SELECT value FROM settings WHERE name = 'moved to'").get();
  if (!moved) return;
  throw new DatabaseUnusable(
    `The aliases of ${file} were moved to the database ${String(moved.value)}; set DATABASE_URL to it.`,
  );
}

/** Opens an existing database. @throws DatabaseUnusable */
export function openExisting(path: string): DatabaseSync {
  return openDatabase(path, (file) => {
    throw new DatabaseUnusable(`Database file ${file} does not exist.`);
  });
}

/**
 * Opens an existing database of any version, to copy it: nothing in it changes, and a server of another version may
 * work on it meanwhile.
 * @throws DatabaseUnusable
 */
export function openToCopy(path: string): DatabaseSync {
  const file = resolve(path);
  let db: DatabaseSync | undefined;
  try {
    // Not `readOnly`: such a connection leaves the log and its index behind.
    if (exists(file)) db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    if (db === undefined || isEmpty(db)) {
      throw new DatabaseUnusable(`Database file ${file} does not exist.`);
    }
    db.exec('PRAGMA query_only = ON; PRAGMA trusted_schema = OFF');
    requireOurs(db, file);
    refuseMoved(db, file);
    return db;
  } catch (error) {
    db?.close();
    throw error instanceof DatabaseUnusable ? error : unusable(file, error);
  }
}

function unusable(file: string, error: unknown): DatabaseUnusable {
  if (isNotADatabase(error)) {
    return new DatabaseUnusable(`The file ${file} is not a SQLite database.`);
  }
  if (isBusy(error)) {
    return new DatabaseUnreachable(`The database file ${file} is locked by another program.`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnusable(`Cannot open the database file ${file}: ${reason}.`);
}
