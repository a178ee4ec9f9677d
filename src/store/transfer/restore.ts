/** Puts a backup in the place of what the embedded database holds, also while a server works on it. */

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AUTH_TABLES } from '../migrations/0002-sessions.ts';
import { openDatabase, openExisting } from '../sqlite/database.ts';
import { inTransaction } from '../sqlite/transaction.ts';
import { DatabaseUnusable } from '../unusable.ts';

export type RestoreOptions = {
  /** A file that `backup` has written; it stays as it is. */
  from: string;
  /** Path of the embedded database; made where there is none. */
  to: string;
  /** Whether aliases that the database holds may go. */
  replace: boolean;
};

const TABLES = ['aliases', 'ledger', 'settings', ...AUTH_TABLES];

/**
 * All of it in one transaction: a server sees what was before, or the backup.
 * @returns the number of aliases
 * @throws DatabaseUnusable
 */
export function restore({ from, to, replace }: RestoreOptions): number {
  if (!existsSync(from)) throw new DatabaseUnusable(`There is no file ${from}.`);
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-restore-'));
  try {
    // A copy of the backup is brought to the newest schema, not the backup itself.
    const copy = join(folder, 'backup.sqlite');
    copyFileSync(from, copy);
    openExisting(copy).close();
    // A new database is what a restore may be there for.
    const db = openDatabase(to, () => {});
    try {
      db.prepare('ATTACH ? AS backup').run(copy);
      return inTransaction(db, () => replaceAll(db, to, replace));
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function replaceAll(db: DatabaseSync, to: string, replace: boolean): number {
  const holds = db.prepare('SELECT 1 FROM main.aliases LIMIT 1').get() !== undefined;
  if (holds && !replace) {
    throw new DatabaseUnusable(
      `The database ${to} holds aliases; with --replace they give way to those of the backup.`,
    );
  }
  for (const table of TABLES) {
    db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM backup.${table}`);
  }
  return Number(db.prepare('SELECT count(*) AS rows FROM main.aliases').get()?.rows);
}
