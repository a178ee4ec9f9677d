/** Group commit: the writes of one turn of the event loop share one transaction, and so one flush. */

import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseFiles } from './database-files.ts';
import { RowRefused } from '../errors.ts';
import { isBusy } from './errors.ts';
import { inTransaction } from './transaction.ts';

/** Most time that a write waits for another process's lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 2000;
/** Waits between attempts, each twice the previous one, in milliseconds. */
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 80;

type Write = {
  work: () => void;
  /** Resolves its promise: the transaction is on the disk. */
  done: () => void;
  failed: (error: unknown) => void;
  settled: Promise<unknown>;
  /** Milliseconds for which another process's lock has delayed it. */
  waited: number;
};

/** Runs `run` once after this many milliseconds. */
type Later = (run: () => void, ms: number) => NodeJS.Timeout;

export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #files: DatabaseFiles;
  readonly #later: Later;
  #waiting: Write[] = [];
  /** The wait until the next attempt, while another process holds the lock. */
  #wait = FIRST_WAIT_MS;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: DatabaseSync, files: DatabaseFiles, later: Later = setTimeout) {
    this.#db = db;
    this.#files = files;
    this.#later = later;
  }

  /**
   * Runs `work`, the statements of one write, after all input of this turn. A commit blocks the whole process until it
   * is on the disk: a hundred visitors at once must not wait for that a hundred times. Only writes wait for another
   * process's lock.
   * @throws RowRefused if a CHECK constraint rejects the row of `work`; any other error fails the whole group, and none
   * of its writes is kept
   */
  write<Result>(work: () => Result): Promise<Result> {
    // If other writes already wait, the next attempt is already scheduled.
    if (this.#waiting.length === 0) setImmediate(() => this.#commit());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let done = () => {};
    this.#waiting.push({
      work: () => {
        const result = work();
        done = () => resolve(result);
      },
      done: () => done(),
      failed: reject,
      settled: promise,
      waited: 0,
    });
    return promise;
  }

  /** Commits the waiting writes, and resolves when each has its outcome. */
  async settled(): Promise<void> {
    this.#commit();
    await Promise.allSettled(this.#waiting.map(({ settled }) => settled));
  }

  #commit(): void {
    clearTimeout(this.#timer);
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    try {
      this.#files.requireInPlace();
      const settlers = inTransaction(this.#db, () => group.map(run));
      // A commit into a deleted file is on no disk, even if the system reported success.
      this.#files.requireInPlace();
      this.#wait = FIRST_WAIT_MS;
      for (const settle of settlers) settle();
    } catch (error) {
      if (isBusy(error)) this.#tryAgain(group, error);
      else for (const { failed } of group) failed(error);
    }
  }

  /** Back-off: later writes join those that wait for the lock. */
  #tryAgain(group: Write[], error: unknown): void {
    for (const write of group) {
      if (write.waited >= LOCK_TIMEOUT_MS) write.failed(error);
      else this.#waiting.push(write);
      write.waited += this.#wait;
    }
    if (this.#waiting.length > 0) this.#timer = this.#later(() => this.#commit(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
  }
}

/** @returns a function that reports the outcome to the writer, once the transaction is committed */
function run({ work, done, failed }: Write): () => void {
  try {
    work();
    return done;
  } catch (error) {
    // SQLite has undone this one statement and continues in the transaction.
    if (!(error instanceof RowRefused)) throw error;
    return () => failed(error);
  }
}
