/** Detects writes into the file by another process or another connection. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { number } from '../statements.ts';

/**
 * SQLite has a number for each connection that changes when another one has committed
 * (https://sqlite.org/pragma.html#pragma_data_version). It is read once in each callback of the event loop and in what
 * follows from it without a wait: every commit before the callback began is known. A whole turn of the loop would be
 * too long: a timer runs in the turn of the immediates before it, after any pause between.
 */
export class OtherWriters {
  readonly #statement: StatementSync;
  #version: number | undefined;

  constructor(db: DatabaseSync) {
    this.#statement = db.prepare('PRAGMA data_version');
    this.#statement.setReturnArrays(true);
  }

  /** As of this callback. @throws what SQLite throws */
  version(): number {
    if (this.#version !== undefined) return this.#version;
    this.#version = this.versionNow();
    this.#forgetAfterCallback();
    return this.#version;
  }

  /** A tick runs when no promise is left to go on with. */
  #forgetAfterCallback(): void {
    process.nextTick(() => {
      this.#version = undefined;
    });
  }

  /** As of this moment. @throws what SQLite throws */
  versionNow(): number {
    const row: unknown = this.#statement.get();
    if (!Array.isArray(row)) throw new Error('SQLite has told no data_version.');
    return number(row[0]);
  }
}
