import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in one transaction that takes the write lock at its beginning; all of it is kept, or nothing. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has rolled back by itself after a full disk or an I/O error.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
