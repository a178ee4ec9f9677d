/** Replaces the content of the embedded database by a backup, even while a server works on it. */

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { TABLES_BESIDE } from '../migrations/all.ts';
import { openDatabase } from '../sqlite/opening.ts';
import { requireKnown } from '../sqlite/migrate.ts';
import { inTransaction } from '../sqlite/transaction.ts';
import { DatabaseUnusable } from '../errors.ts';
import { toDisk } from './backup.ts';
import { brokenOff } from './broken-off.ts';

export type RestoreOptions = {
  /** A file written by `backup`; it stays unchanged. */
  from: string;
  /** Path of the embedded database; created if it is missing. */
  to: string;
  /** Whether aliases in the database may be lost. */
  replace: boolean;
  /** Milliseconds since 1970. */
  now: number;
};

const TABLES = ['aliases', 'settings', ...TABLES_BESIDE].filter(
  (table) => table !== 'retired_names',
);

/**
 * Restores in one transaction, or into a new file: a server sees the old contents or the backup.
 * @returns the number of aliases
 * @throws DatabaseUnusable
 */
export function restore(options: RestoreOptions): number {
  const { from, to } = options;
  const folder = temporaryFolder();
  try {
    const copy = join(folder, 'backup.sqlite');
    migratedCopy(from, copy);
    return existsSync(to) ? replaceIn(to, copy, options) : makeWhole(copy, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param file the database, or one that is to become it */
function replaceIn(file: string, copy: string, { from, to, replace, now }: RestoreOptions): number {
  const db = openDatabase(file, () => {});
  try {
    requireKnown(db, to);
    db.prepare('ATTACH ? AS backup').run(copy);
    const aliases = inTransaction(db, () => replaceAll(db, to, replace, now));
    // All of it is in the file before it is renamed.
    if (file !== to) db.exec('DETACH backup; PRAGMA journal_mode = DELETE');
    return aliases;
  } catch (error) {
    throw brokenOff(`Cannot restore the backup ${from}; ${to} is unchanged`, error);
  } finally {
    db.close();
  }
}

/**
 * A new database gets its name only once it holds the backup. After a failure or a kill, the service would otherwise
 * start with an empty one and reject all mail.
 */
function makeWhole(copy: string, options: RestoreOptions): number {
  const { from, to } = options;
  const unfinished = `${to}.unfinished`;
  try {
    removeDatabase(unfinished);
    const aliases = replaceIn(unfinished, copy, options);
    if (existsSync(to)) {
      throw new DatabaseUnusable(`Another program created ${to} meanwhile: restore again.`);
    }
    // The log of a deleted database would be applied to the new one.
    removeDatabase(to);
    renameSync(unfinished, to);
    toDisk(dirname(resolve(to)));
    return aliases;
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) {
      throw brokenOff(`Cannot restore the backup ${from} to ${to}`, error);
    }
    // The operator knows only the name that it gets.
    throw new DatabaseUnusable(error.message.replaceAll(unfinished, to));
  } finally {
    removeDatabase(unfinished);
  }
}

function removeDatabase(file: string): void {
  const files = ['', '-wal', '-shm', '-journal'].map((suffix) => file + suffix);
  for (const one of files.filter((name) => existsSync(name))) rmSync(one);
}

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'veilpost-restore-'));
  } catch (error) {
    throw brokenOff(`TMPDIR: cannot create a temporary file in ${tmpdir()}`, error);
  }
}

/** A copy of the backup is migrated to the newest schema, not the backup itself. */
function migratedCopy(from: string, copy: string): void {
  if (!existsSync(from)) throw new DatabaseUnusable(`File ${from} does not exist.`);
  // A copied database, not a backup: only the file itself is read here.
  if ((statSync(`${from}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new DatabaseUnusable(
      `The log ${from}-wal has commits that ${from} lacks: set DATABASE_URL to sqlite:${from}, and make a backup of it first.`,
    );
  }
  try {
    copyFileSync(from, copy);
    // The copy has the backup's mode, which may not allow writing.
    chmodSync(copy, 0o600);
    const db = openDatabase(copy, () => {
      throw new DatabaseUnusable(`The file ${from} is empty: it is not a backup.`);
    });
    try {
      requireKnown(db, from);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) {
      throw brokenOff(`Cannot copy the backup ${from} to ${tmpdir()}`, error);
    }
    // The operator knows the backup, not its copy.
    throw new DatabaseUnusable(error.message.replaceAll(copy, from));
  }
}

function replaceAll(db: DatabaseSync, to: string, replace: boolean, now: number): number {
  const holds = db.prepare('SELECT 1 FROM main.aliases LIMIT 1').get() !== undefined;
  if (holds && !replace) {
    throw new DatabaseUnusable(
      `The database ${to} holds aliases; use --replace to replace them with those of the backup.`,
    );
  }
  // A name whose alias is not in the backup may have carried mail since. It is not used again, whether its alias was
  // deleted before or is lost by the restore.
  const retire = 'INSERT INTO main.retired_names (alias_email, retired_at)';
  db.prepare(
    `${retire} SELECT alias_email, ? FROM main.aliases WHERE true ON CONFLICT DO NOTHING`,
  ).run(now);
  for (const table of TABLES) {
    db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM backup.${table}`);
  }
  db.exec(`${retire} SELECT alias_email, retired_at FROM backup.retired_names WHERE true ON CONFLICT DO NOTHING;
    DELETE FROM main.retired_names WHERE alias_email IN (SELECT alias_email FROM main.aliases)`);
  return Number(db.prepare('SELECT count(*) AS rows FROM main.aliases').get()?.rows);
}
