import type { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS, SCHEMA_VERSION } from '../migrations/all.ts';
import { DatabaseUnusable } from '../unusable.ts';
import { inTransaction } from './transaction.ts';

/** Marks the file as ours in its header: "Veil". */
export const APPLICATION_ID = 0x5665696c;

/**
 * Runs the steps that the file has not seen yet, all in one transaction: another process waits, then finds them done.
 * @throws DatabaseUnusable where the file belongs to another program or to a newer Veilpost
 */
export function migrate(db: DatabaseSync, file: string): void {
  const version = () => pragma(db, 'user_version');
  if (version() === SCHEMA_VERSION && pragma(db, 'application_id') === APPLICATION_ID) return;
  inTransaction(db, () => {
    const found = version();
    const id = pragma(db, 'application_id');
    if (id !== APPLICATION_ID && !isEmpty(db)) {
      throw new DatabaseUnusable(`The database file ${file} belongs to another program.`);
    }
    if (found > SCHEMA_VERSION) {
      throw new DatabaseUnusable(
        `The database file ${file} was written by a newer Veilpost (schema ${found}, this one knows ${SCHEMA_VERSION}).`,
      );
    }
    for (const migration of MIGRATIONS.slice(found)) {
      for (const statement of migration.sqlite) db.exec(statement);
    }
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}

/** Whether the file holds no table, as one of no octets does. */
export function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}
