/** The embedded database that is moved, while a server goes on working on it. */

import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { AUTH_TABLES } from '../migrations/0002-sessions.ts';
import { openExisting } from '../sqlite/database.ts';
import { toAlias } from '../sqlite/rows.ts';
import type { Alias } from '../store.ts';

export type LedgerRow = { key: Uint8Array; code: number; enhanced: string; expires: number };
/** A row of the session facility, by column. */
export type SessionRow = Record<string, string | number | null>;
export type SettingRow = { name: string; value: string };

/** An alias with its place in the order of making, from 1. */
export type PlacedAlias = { place: number; alias: Alias };

export class Source {
  readonly #db: DatabaseSync;

  /** @throws DatabaseUnusable */
  constructor(path: string) {
    this.#db = openExisting(path);
  }

  /** The file's name for itself, made at the first call: so a move goes on from the file that it began with. */
  identify(): string {
    const sql =
      "INSERT INTO settings (name, value) VALUES ('transfer id', ?) ON CONFLICT DO NOTHING";
    this.#db.prepare(sql).run(randomUUID());
    return this.settings().find(({ name }) => name === 'transfer id')?.value ?? '';
  }

  /** From now on the file itself notes which aliases are switched; new ones are known by their place. */
  watch(): void {
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS transfer_switched (place INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER IF NOT EXISTS transfer_watch AFTER UPDATE OF active ON aliases BEGIN
        INSERT INTO transfer_switched (place) VALUES (new.rowid) ON CONFLICT DO NOTHING;
      END`);
  }

  count(): number {
    return Number(this.#db.prepare('SELECT count(*) AS rows FROM aliases').get()?.rows);
  }

  /** The next aliases behind a place, in order. */
  after(place: number, limit: number): PlacedAlias[] {
    const rows = this.#db
      .prepare('SELECT rowid AS place, * FROM aliases WHERE rowid > ? ORDER BY rowid LIMIT ?')
      .all(place, limit);
    return rows.map((row) => ({ place: Number(row.place), alias: toAlias(row) }));
  }

  /** Aliases that were switched since `watch`. */
  switched(): Alias[] {
    const sql = 'SELECT a.* FROM aliases a JOIN transfer_switched s ON s.place = a.rowid';
    return this.#db.prepare(sql).all().map(toAlias);
  }

  ledger(): LedgerRow[] {
    return this.#db
      .prepare('SELECT * FROM ledger')
      .all()
      .map(({ key, code, enhanced, expires }) => ({
        key: key instanceof Uint8Array ? key : new Uint8Array(),
        code: Number(code),
        enhanced: String(enhanced),
        expires: Number(expires),
      }));
  }

  settings(): SettingRow[] {
    return this.#db
      .prepare('SELECT * FROM settings')
      .all()
      .map(({ name, value }) => ({ name: String(name), value: String(value) }));
  }

  /** A table of the session facility, a batch at a time. Only under the lock it is all of it. */
  *sessionRows(table: string, batch: number): Generator<SessionRow[]> {
    let rows: SessionRow[] = [];
    for (const row of this.#db.prepare(`SELECT * FROM ${table}`).iterate()) {
      rows.push(
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
      );
      if (rows.length < batch) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }

  /** Aliases and active ones; exact, and quick at any size. */
  totals(): { aliases: number; active: number } {
    const row = this.#db
      .prepare(
        'SELECT total(active) AS active, total(active + inactive) AS aliases FROM alias_counts',
      )
      .get();
    return { aliases: Number(row?.aliases), active: Number(row?.active) };
  }

  /** Nobody else can write until `handOver` or `release`. */
  lock(): void {
    this.#db.exec('BEGIN IMMEDIATE');
  }

  release(): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
  }

  /**
   * The file takes no write any more, so that a server that still works on it acknowledges nothing that would be lost,
   * and is not opened again (see openDatabase).
   * @param target for the sentence that the operator is told
   */
  handOver(target: string): void {
    this.#db.prepare("INSERT INTO settings (name, value) VALUES ('moved to', ?)").run(target);
    for (const table of ['aliases', 'ledger', 'settings', ...AUTH_TABLES]) {
      for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
        this.#db.exec(`CREATE TRIGGER moved_${table}_${event} BEFORE ${event} ON ${table} BEGIN
          SELECT RAISE(ABORT, 'this database was moved to another one'); END`);
      }
    }
    this.#db.exec('COMMIT');
  }

  close(): void {
    this.#db.close();
  }
}

/** Columns of the session facility are text and whole numbers below 2^53. */
function plain(value: SQLOutputValue): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError('a column of the session facility is no text and no number');
}
