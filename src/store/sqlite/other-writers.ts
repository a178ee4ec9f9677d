/** Detects writes into the file by another process or another connection. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { number } from '../auth/statements.ts';

/**
 * SQLite has a number for each connection that changes when another one has committed
 * (https://sqlite.org/pragma.html#pragma_data_version). It is read once in each turn of the event loop: every commit
 * before the turn began is always known.
 */
export class OtherWriters {
  readonly #statement: StatementSync;
  #version: number | undefined;

  constructor(db: DatabaseSync) {
    this.#statement = db.prepare('PRAGMA data_version');
    this.#statement.setReturnArrays(true);
  }

  /** As of this turn. @throws what SQLite throws */
  version(): number {
    if (this.#version !== undefined) return this.#version;
    setImmediate(() => {
      this.#version = undefined;
    });
    this.#version = this.versionNow();
    return this.#version;
  }

  /** As of this moment. @throws what SQLite throws */
  versionNow(): number {
    const row: unknown = this.#statement.get();
    if (!Array.isArray(row)) throw new Error('SQLite has told no data_version.');
    return number(row[0]);
  }
}
