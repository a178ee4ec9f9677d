/**
 * A filter of the ledger's keys. Nearly every message is new, so its key has no entry: the filter in memory shows that
 * without reading the file. It answers 'surely not' only while it holds every key in the file.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BloomFilter } from '#collections/bloom-filter.ts';
import { number } from '../statements.ts';
import type { OtherWriters } from './other-writers.ts';

/** Keys that are read in one turn of the event loop: about 3 ms. */
const SLICE = 1000;
/** Pause between two readings, in milliseconds: the minimum, and per key. Readings take a fiftieth of the time. */
const PAUSE_MS = 1000;
const PAUSE_MS_PER_KEY = 0.15;
/** The filter has room for twice the existing keys, and for this many more. */
const ROOM = 8192;

type Gathering = { filter: BloomFilter; version: number; keys: number; room: number };

export class KnownKeys {
  readonly #others: OtherWriters;
  readonly #slice: StatementSync;
  readonly #count: StatementSync;
  /** Complete as of its version, including all writes of this connection since. */
  #complete: Gathering | undefined;
  #gathering: Gathering | undefined;
  #paused = false;

  constructor(db: DatabaseSync, others: OtherWriters) {
    this.#others = others;
    this.#slice = db.prepare('SELECT key FROM ledger WHERE key > ? ORDER BY key LIMIT ?');
    this.#count = db.prepare('SELECT count(*) FROM ledger');
    this.#slice.setReturnArrays(true);
    this.#count.setReturnArrays(true);
  }

  /** @param key 32 octets @returns false if no entry has it @throws what SQLite throws */
  mayHave(key: Buffer): boolean {
    const version = this.#others.version();
    if (this.#complete?.version === version) return this.#complete.filter.mayHave(key);
    this.#complete = undefined;
    if (this.#gathering === undefined && !this.#paused) this.#gather();
    return true;
  }

  /** Adds the key of an entry that this connection writes. */
  add(key: Buffer): void {
    this.#addTo(this.#gathering, key);
    this.#addTo(this.#complete, key);
    // Too full to be useful: read again, with more room.
    if (this.#complete && this.#complete.keys > this.#complete.room) this.#complete = undefined;
  }

  #addTo(gathering: Gathering | undefined, key: Buffer): void {
    if (gathering === undefined) return;
    gathering.filter.add(key);
    gathering.keys += 1;
  }

  #gather(): void {
    const row: unknown = this.#count.get();
    const room = ROOM + 2 * (Array.isArray(row) ? number(row[0]) : 0);
    const version = this.#others.version();
    this.#gathering = { filter: new BloomFilter(room), version, keys: 0, room };
    this.#next(this.#gathering, Buffer.alloc(0));
  }

  /** @param after the greatest key so far: another process's write of a smaller key changes the version */
  #next(gathering: Gathering, after: Uint8Array): void {
    setImmediate(() => {
      try {
        const rows: unknown[] = this.#slice.all(after, SLICE);
        const keys = rows.map(keyOf);
        for (const key of keys) this.#addTo(gathering, key);
        const last = keys.at(-1);
        if (this.#others.version() !== gathering.version) this.#end(gathering);
        else if (last === undefined || keys.length < SLICE) this.#end(gathering, gathering);
        else this.#next(gathering, last);
      } catch {
        // The file does not respond, or is closed: the next lookup reports it.
        this.#end(gathering);
      }
    });
  }

  #end({ keys }: Gathering, complete?: Gathering): void {
    this.#gathering = undefined;
    this.#complete = complete;
    this.#paused = true;
    const wake = () => {
      this.#paused = false;
    };
    setTimeout(wake, PAUSE_MS + keys * PAUSE_MS_PER_KEY).unref();
  }
}

/** @param row an array that begins with the key */
function keyOf(row: unknown): Buffer {
  const key: unknown = Array.isArray(row) ? row[0] : undefined;
  if (!(key instanceof Uint8Array)) throw new Error('A key of the ledger is not made of octets.');
  return Buffer.from(key.buffer, key.byteOffset, key.length);
}
