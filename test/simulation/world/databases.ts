/**
 * SQLite under simulated processes: a commit is a call at which a process may die, or that the disk refuses. The connections of a
 * dead process write nothing more; uncommitted changes are lost.
 */

import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { type Process, running } from './process.ts';

/** The rows of a database, read besides its processes. */
export function rowsIn(file: string, sql: string, ...values: string[]) {
  using db = new DatabaseSync(file, { readOnly: true });
  return db.prepare(sql).all(...values);
}

/** A failure of the next commit of a process: https://sqlite.org/rescode.html */
export type DiskFault = 'full' | 'io' | 'locked';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** The store in a file. @param now milliseconds since 1970 */
export const openedStore = (file: string, now: () => number): Store =>
  openSqliteStore(file, { now, log: SILENT });

const CODES: Record<DiskFault, number> = { full: 13, io: 10, locked: 5 };

/** The statement of a transaction at which it may fail. */
export type Statement = 'BEGIN IMMEDIATE' | 'COMMIT';

/** @param fault called at each of these statements; undefined: the write succeeds */
export function simulatedDatabases(
  fault: (process: Process, statement: Statement) => DiskFault | undefined,
): () => void {
  const prototype: Record<'exec' | 'close', (this: DatabaseSync, ...given: string[]) => void> =
    DatabaseSync.prototype;
  const { exec, close } = prototype;
  const owners = new WeakMap<DatabaseSync, Process>();
  const ownerOf = (db: DatabaseSync): Process => {
    const known = owners.get(db);
    if (known !== undefined) return known;
    const owner = running();
    owners.set(db, owner);
    owner.atEnd.push(() => {
      if (db.isOpen) close.call(db);
    });
    return owner;
  };
  prototype.exec = function (sql = '') {
    const owner = ownerOf(this);
    if (sql === 'BEGIN IMMEDIATE' || sql === 'COMMIT') {
      const failure = owner.alive ? fault(owner, sql) : undefined;
      // SQLite itself rolls back a write that such a disk refuses (https://sqlite.org/lang_transaction.html).
      if (failure !== undefined && sql === 'COMMIT') exec.call(this, 'ROLLBACK');
      if (failure !== undefined) throw sqliteError(failure);
    }
    if (sql !== 'COMMIT') return exec.call(this, sql);
    if (!owner.call('commit', () => exec.call(this, sql))) throw new Error('the process is dead');
  };
  return () => {
    prototype.exec = exec;
  };
}

function sqliteError(failure: DiskFault): Error {
  return Object.assign(new Error(`simulated: ${failure}`), { errcode: CODES[failure] });
}
