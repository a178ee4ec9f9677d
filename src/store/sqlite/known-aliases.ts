/** Alias rows of earlier lookups, until the next write: most mail is for an alias with recent mail. */

import { BoundedMap } from '#collections/bounded-map.ts';
import type { OwnedAlias } from '../alias.ts';
import type { OtherWriters } from './other-writers.ts';

/** Most rows in memory: about 10 MB. */
const MOST = 20_000;

export class KnownAliases {
  readonly #others: OtherWriters;
  #rows = new BoundedMap<string, OwnedAlias>(MOST);
  /** The database's version when the rows were read. */
  #version: number | undefined;

  constructor(others: OtherWriters) {
    this.#others = others;
  }

  /** The row of an address; undefined if it is not in memory. @throws what SQLite throws */
  get(address: string): OwnedAlias | undefined {
    const version = this.#others.version();
    if (version !== this.#version) this.forgetAll();
    this.#version = version;
    return this.#rows.get(address);
  }

  /** Keeps a row that was read after a miss. */
  set(address: string, found: OwnedAlias): void {
    this.#rows.set(address, found);
  }

  /** Drops the rows at a write of this connection, which does not change the version. */
  forgetAll(): void {
    if (this.#rows.size > 0) this.#rows = new BoundedMap(MOST);
  }
}
