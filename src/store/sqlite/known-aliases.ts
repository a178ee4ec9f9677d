/** Alias rows of earlier look-ups, as long as nobody has written: most mail is for an alias that had some a moment ago. */

import { BoundedMap } from '#collections/bounded-map.ts';
import type { OwnedAlias } from '../store.ts';
import type { OtherWriters } from './other-writers.ts';

/** Most rows that are kept: some 10 MB. */
const MOST = 20_000;

/** The tables of which a row is made. */
const TABLES = /\balias(?:es|_states)\b/;
/** Statements that name them and leave them alone: they only read, or insert into the other table that they name first. */
const SPARES = /^\s*(?:SELECT\b|INSERT INTO (?!alias))/;

/** Whether a statement may change what `aliasByAddress` finds; where that is unsure, true. */
export const changesAliases = (sql: string): boolean => TABLES.test(sql) && !SPARES.test(sql);

export class KnownAliases {
  readonly #others: OtherWriters;
  #rows = new BoundedMap<string, OwnedAlias>(MOST);
  /** Of the database, when the rows were read. */
  #version: number | undefined;

  constructor(others: OtherWriters) {
    this.#others = others;
  }

  /** The row of an address; undefined where it is not known. @throws what SQLite throws */
  get(address: string): OwnedAlias | undefined {
    const version = this.#others.version();
    if (version !== this.#version) this.forgetAll();
    this.#version = version;
    return this.#rows.get(address);
  }

  /** Keeps a row that was read after `get` did not know it. */
  set(address: string, found: OwnedAlias): void {
    this.#rows.set(address, found);
  }

  /** This connection writes: that moves no version. */
  forgetAll(): void {
    if (this.#rows.size > 0) this.#rows = new BoundedMap(MOST);
  }
}
