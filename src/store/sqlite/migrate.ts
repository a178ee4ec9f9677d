import type { DatabaseSync } from 'node:sqlite';
import {
  isUsable,
  MIGRATIONS,
  OLDEST_SETTING,
  OLDEST_VALUE,
  SCHEMA_VERSION,
} from '../migrations/all.ts';
import { DatabaseUnusable } from '../errors.ts';
import { inTransaction } from './transaction.ts';

/** Marks the file as ours in its header: "Veil". */
export const APPLICATION_ID = 0x5665696c;

/**
 * Runs the pending steps, all in one transaction: another process waits, then finds them done.
 * @throws DatabaseUnusable if the file belongs to another program or to a newer Veilpost
 */
export function migrate(db: DatabaseSync, file: string): void {
  const version = () => pragma(db, 'user_version');
  if (version() === SCHEMA_VERSION && pragma(db, 'application_id') === APPLICATION_ID) return;
  inTransaction(db, () => {
    const found = version();
    if (!isEmpty(db)) requireOurs(db, file);
    if (found > SCHEMA_VERSION && isUsable(found, oldestOf(db))) return;
    if (found > SCHEMA_VERSION) {
      throw new DatabaseUnusable(
        `The database file ${file} was written by a newer Veilpost (schema ${found}, this version uses ${SCHEMA_VERSION}).`,
      );
    }
    for (const migration of MIGRATIONS.slice(found)) {
      for (const statement of migration.sqlite) db.exec(statement);
    }
    db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(
      OLDEST_SETTING,
      OLDEST_VALUE,
    );
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}

/**
 * The oldest schema whose program can work on the database, from its settings (`OLDEST_SETTING`); undefined if there is
 * none.
 */
export function oldestOf(db: DatabaseSync): string | undefined {
  const row = db.prepare('SELECT value FROM settings WHERE name = ?').get(OLDEST_SETTING);
  return row === undefined ? undefined : String(row.value);
}

/**
 * For copies table by table: a newer schema has tables that are unknown to this program.
 * @throws DatabaseUnusable
 */
export function requireKnown(db: DatabaseSync, file: string): void {
  if (pragma(db, 'user_version') === SCHEMA_VERSION) return;
  throw new DatabaseUnusable(
    `The database file ${file} was written by a newer Veilpost: only that version can copy all of it.`,
  );
}

/** @throws DatabaseUnusable if the file is another program's */
export function requireOurs(db: DatabaseSync, file: string): void {
  if (pragma(db, 'application_id') === APPLICATION_ID) return;
  throw new DatabaseUnusable(`The database file ${file} belongs to another program.`);
}

/** Whether the file has no table, like an empty file. */
export function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
