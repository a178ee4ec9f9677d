/** Detects writes into the file by another process or another connection. */

import { performance } from 'node:perf_hooks';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { number } from '../statements.ts';

const { nodeTiming } = performance;
const turnOfLoop = () => nodeTiming.uvMetricsInfo.loopCount;

/**
 * SQLite has a number for each connection that changes when another one has committed
 * (https://sqlite.org/pragma.html#pragma_data_version). It is read once in each turn of the event loop: every commit
 * before the turn began is always known. libuv counts its turns, each from just before it waits for input; an immediate
 * alone would let the answer of one immediate last until the next, past all input between (40 ns, against 2 us).
 */
export class OtherWriters {
  readonly #statement: StatementSync;
  readonly #turnNow: () => number;
  #version: number | undefined;
  /** The turn in which the version was read. */
  #turn = -1;
  #ends = false;

  /** @param turn the number of the event loop's turn */
  constructor(db: DatabaseSync, turn: () => number = turnOfLoop) {
    this.#turnNow = turn;
    this.#statement = db.prepare('PRAGMA data_version');
    this.#statement.setReturnArrays(true);
  }

  /** As of this turn. @throws what SQLite throws */
  version(): number {
    const turn = this.#turnNow();
    if (this.#version !== undefined && turn === this.#turn) return this.#version;
    this.#version = this.versionNow();
    this.#turn = turn;
    this.#forgetAfterInput();
    return this.#version;
  }

  /** Immediates and timers belong to libuv's turn, too, but what they go on with may have waited for another process. */
  #forgetAfterInput(): void {
    if (this.#ends) return;
    this.#ends = true;
    setImmediate(() => {
      this.#ends = false;
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
