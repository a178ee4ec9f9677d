/** Compares SQLite's open files with those at their paths: a write into a replaced file is lost. */

import { statSync } from 'node:fs';
import { StoreUnavailable } from '../errors.ts';

/** The database, its log of commits (https://sqlite.org/wal.html), and the index of that log in shared memory. */
const SUFFIXES = ['', '-wal', '-shm'];

export class DatabaseFiles {
  readonly #file: string;
  #identities: string[];

  /** @param file absolute path, just before the file is opened */
  constructor(file: string) {
    this.#file = file;
    this.#identities = [identity(file)];
  }

  /** The file is open and has been read, so the files beside it exist as well. @throws StoreUnavailable */
  opened(): void {
    this.requireInPlace();
    this.#identities = SUFFIXES.map((suffix) => identity(this.#file + suffix));
  }

  /**
   * The number of an open file is not reused, so an equal one is the same file. A few microseconds.
   * @throws StoreUnavailable if a file or folder was deleted, replaced or moved, or another disk is mounted
   */
  requireInPlace(): void {
    const same = this.#identities.every((one, i) => one === identity(this.#file + SUFFIXES[i]));
    if (!same) throw new StoreUnavailable('The database file was deleted or replaced.');
  }
}

/** Numbers of the disk and of the file on it; empty if the file is missing or not accessible. */
function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return '';
  }
}
