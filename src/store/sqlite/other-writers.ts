/** Detects writes into the file by another process or another connection. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { number } from '../statements.ts';
import { WalIndex } from './wal-index.ts';

export class OtherWriters {
  readonly #db: DatabaseSync;
  readonly #statement: StatementSync;
  readonly #index: WalIndex | undefined;
  /** As of the last change of the index. */
  #version: number | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#statement = db.prepare('PRAGMA data_version');
    this.#statement.setReturnArrays(true);
    // Its result is of no use: the index exists once the file was read.
    this.#statement.get();
    this.#index = WalIndex.of(db);
  }

  /**
   * SQLite has a number for each connection that changes when another one has committed
   * (https://sqlite.org/pragma.html#pragma_data_version). It is read only if anyone has committed since the last time.
   * @returns the number as of this moment
   * @throws what SQLite throws
   */
  version(): number {
    // The index before the number: a commit between the two is found by the next call.
    const isUnchanged = this.#db.isOpen && this.#index?.isUnchanged() === true;
    if (isUnchanged && this.#version !== undefined) return this.#version;
    this.#version = undefined;
    this.#version = this.#ask();
    return this.#version;
  }

  #ask(): number {
    const row: unknown = this.#statement.get();
    if (!Array.isArray(row)) throw new Error('SQLite has told no data_version.');
    return number(row[0]);
  }
}
