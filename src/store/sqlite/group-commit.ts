/** Writes that are asked for in one turn of the event loop share one transaction, and so one wait for the disk. */

import type { DatabaseSync } from 'node:sqlite';
import { failedCheck } from './errors.ts';
import { inTransaction } from './transaction.ts';

type Write = {
  work: () => void;
  /** Resolves its promise: the transaction is on the disk. */
  done: () => void;
  failed: (error: unknown) => void;
};

export class GroupCommit {
  readonly #db: DatabaseSync;
  #waiting: Write[] = [];

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /**
   * Runs `work`, the statements of one write, behind all input that this turn still reads. A commit holds up the whole
   * process until the disk has it: a hundred visitors at once must not wait for that a hundred times.
   * @throws what `work` throws where a CHECK constraint refuses its row; any other error is one of the whole group, of
   * which nothing is kept then
   */
  write<Result>(work: () => Result): Promise<Result> {
    if (this.#waiting.length === 0) setImmediate(() => this.commit());
    return new Promise((resolve, reject) => {
      let done = () => {};
      this.#waiting.push({
        work: () => {
          const result = work();
          done = () => resolve(result);
        },
        done: () => done(),
        failed: reject,
      });
    });
  }

  /** Commits what waits, without waiting for the end of the turn. */
  commit(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    try {
      for (const settle of inTransaction(this.#db, () => group.map(run))) settle();
    } catch (error) {
      for (const { failed } of group) failed(error);
    }
  }
}

/** @returns what tells the writer of the outcome, once the transaction is committed */
function run({ work, done, failed }: Write): () => void {
  try {
    work();
    return done;
  } catch (error) {
    // SQLite has undone this one statement and goes on in the transaction.
    if (failedCheck(error) === undefined) throw error;
    return () => failed(error);
  }
}
