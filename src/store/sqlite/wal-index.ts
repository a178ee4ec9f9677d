/**
 * The header of the index of SQLite's write-ahead log. SQLite itself compares it to find out whether anyone has
 * committed (https://sqlite.org/walformat.html#the_wal_index_file_format): reading it is a tenth of the cost of a
 * query.
 */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** The header is stored twice. A writer changes the second copy first, so two equal copies are complete. */
const WORDS = 12;
/** The first word of the header: its format. */
const FORMAT = 3_007_000;
/** The octet that is 1 once the header is valid. */
const INITIALIZED = 12;

/**
 * The descriptors, each with its database. The system drops all locks that a process holds on a file once the process
 * closes any descriptor of it (fcntl(2)), including SQLite's locks. So a descriptor stays open until its file is
 * deleted, which SQLite does with its last connection.
 */
const descriptors = new Map<number, DatabaseSync>();

export class WalIndex {
  readonly #descriptor: number;
  readonly #octets = new Uint8Array(2 * WORDS * 4);
  readonly #words = new Uint32Array(this.#octets.buffer);
  readonly #last = new Uint32Array(WORDS);

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** @param db has read its file @returns undefined if the index is not a readable file */
  static of(db: DatabaseSync): WalIndex | undefined {
    closeUnused();
    const file = db.location();
    // Windows may keep a file's mapped memory separate from what a read of the file returns.
    if (file === null || process.platform === 'win32') return undefined;
    try {
      const descriptor = openSync(`${file}-shm`, 'r');
      descriptors.set(descriptor, db);
      return new WalIndex(descriptor);
    } catch {
      return undefined;
    }
  }

  /** Whether no one, ourselves included, has committed since the last call; false in doubt. */
  isUnchanged(): boolean {
    const words = this.#words;
    const last = this.#last;
    const read = readSync(this.#descriptor, this.#octets, 0, this.#octets.length, 0);
    let isWhole = read === this.#octets.length && words[0] === FORMAT;
    isWhole &&= this.#octets[INITIALIZED] === 1;
    let isEqual = true;
    for (let i = 0; i < WORDS; i++) {
      isWhole &&= words[i] === words[WORDS + i];
      isEqual &&= words[i] === last[i];
    }
    if (isEqual && isWhole) return true;
    if (isWhole) last.set(words.subarray(0, WORDS));
    else last.fill(0);
    return false;
  }
}

/** To be called when a database was closed. */
export function closeUnused(): void {
  for (const [descriptor, db] of descriptors) {
    if (db.isOpen || fstatSync(descriptor).nlink > 0) continue;
    closeSync(descriptor);
    descriptors.delete(descriptor);
  }
}
