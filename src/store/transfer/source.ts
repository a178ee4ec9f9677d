/** The embedded database to move, while a server keeps working on it. */

import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { TABLES_BESIDE } from '../migrations/all.ts';
import { openExisting } from '../sqlite/opening.ts';
import { requireKnown } from '../sqlite/migrate.ts';
import { rowFaults } from '../sqlite/row-faults.ts';
import { DatabaseUnusable } from '../errors.ts';
import { type Alias, STATE, STATE_COLUMNS, toAlias } from '../alias.ts';
import { number, type Row, type Value } from '../statements.ts';

/** A row of a table that is moved unchanged, by column. */
export type PlainRow = Record<string, string | number | Buffer | null>;
export type SettingRow = { name: string; value: string };

/** A row of `alias_states` without its key, by column. */
type StoredState = Record<string, Value>;

/** An alias in a move: the row, and its state if it has one. */
export type StoredAlias = { alias: Alias; state: StoredState | undefined };

/** An alias with its place in the file, from 1; a free place may be another alias's later. */
export type PlacedAlias = StoredAlias & { place: number };

/**
 * The time that the move waits for a gap between the server's writes, in milliseconds. SQLite looks for one ten times a
 * second, and a server that writes without pause leaves few.
 */
const BUSY_TIMEOUT_MS = 20_000;

/** Tables whose changes are recorded, and the column that names the alias. */
const WATCHED = [
  ['aliases', 'id'],
  ['alias_states', 'alias_id'],
] as const;

/** The part after SELECT that reads all of it; the alias is `a`. */
export const STORED = `a.*, ${STATE_COLUMNS}, s.made_at
  FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id`;

const PLACED = `SELECT a.rowid AS place, ${STORED}`;

export class TransferSource {
  readonly #db: DatabaseSync;

  /** @throws DatabaseUnusable */
  constructor(path: string) {
    this.#db = openExisting(path);
    try {
      requireKnown(this.#db, path);
    } catch (error) {
      this.#db.close();
      throw error;
    }
    this.#db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }

  /** The file's own id, made at the first call: an interrupted move continues only from the same file. */
  identify(): string {
    const sql =
      "INSERT INTO settings (name, value) VALUES ('transfer id', ?) ON CONFLICT DO NOTHING";
    this.#db.prepare(sql).run(randomUUID());
    return this.settings().find(({ name }) => name === 'transfer id')?.value ?? '';
  }

  /** From here on the file itself records which aliases are made, changed and deleted, and which states. */
  watch(): void {
    const triggers = WATCHED.flatMap(([table, id]) =>
      ['INSERT', 'UPDATE', 'DELETE'].map((event) => {
        const row = event === 'DELETE' ? 'old' : 'new';
        return `CREATE TRIGGER IF NOT EXISTS transfer_${table}_${event} AFTER ${event} ON ${table} BEGIN
          INSERT INTO transfer_changed (alias_id) VALUES (${row}.${id}) ON CONFLICT DO NOTHING;
        END;`;
      }),
    );
    this.#db.exec(`BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS transfer_changed (alias_id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
      ${triggers.join('\n')}
      COMMIT`);
  }

  /** @throws DatabaseUnusable with the first row that PostgreSQL would not accept, or would return differently */
  requireMovable(): void {
    const [fault] = rowFaults(this.#db, 1);
    if (fault === undefined) return;
    throw new DatabaseUnusable(
      `${fault} Nothing was moved: npx veilpost status names all such rows. Fix or delete them, and try again.`,
    );
  }

  count(): number {
    return Number(this.#db.prepare('SELECT count(*) AS rows FROM aliases').get()?.rows);
  }

  /** The next aliases after a place, in order. */
  after(place: number, limit: number): PlacedAlias[] {
    const rows = this.#db
      .prepare(`${PLACED} WHERE a.rowid > ? ORDER BY a.rowid LIMIT ?`)
      .all(place, limit);
    return rows.map(placed);
  }

  /** Ids of all aliases that were made, changed or deleted since `watch`. */
  changed(): string[] {
    const rows = this.#db.prepare('SELECT alias_id FROM transfer_changed').all();
    return rows.map(({ alias_id }) => String(alias_id));
  }

  /** Those of them that exist, with their present state; under the lock they do not change. */
  *changedAliases(): Generator<StoredAlias> {
    const sql = `${PLACED} WHERE a.id IN (SELECT alias_id FROM transfer_changed)`;
    for (const row of this.#db.prepare(sql).iterate()) yield placed(row);
  }

  /**
   * `work` reads a snapshot of the file, while the server continues writing; SQLite's write-ahead log grows meanwhile.
   */
  atOneMoment<Result>(work: () => Result): Result {
    this.#db.exec('BEGIN');
    try {
      return work();
    } finally {
      this.release();
    }
  }

  settings(): SettingRow[] {
    return this.#db
      .prepare('SELECT * FROM settings')
      .all()
      .map(({ name, value }) => ({ name: String(name), value: String(value) }));
  }

  /** All rows of a table. It is complete only under the lock. */
  *plainRows(table: string): Generator<PlainRow> {
    for (const row of this.#db.prepare(`SELECT * FROM ${table}`).iterate()) {
      yield Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
    }
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

  /** Locks out all other writers until `handOver` or `release`. */
  lock(): void {
    this.#db.exec('BEGIN IMMEDIATE');
  }

  release(): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
  }

  /**
   * Stops all writes to the file, so that a server that still works on it acknowledges nothing that would be lost, and
   * no program opens it again (see openDatabase).
   * @param target for the sentence to the operator
   */
  handOver(target: string): void {
    this.#db.prepare("INSERT INTO settings (name, value) VALUES ('moved to', ?)").run(target);
    for (const table of ['aliases', 'settings', ...TABLES_BESIDE]) {
      for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
        this.#db.exec(`CREATE TRIGGER moved_${table}_${event} BEFORE ${event} ON ${table} BEGIN
          SELECT RAISE(ABORT, 'this database was migrated to another one'); END`);
      }
    }
    this.#db.exec('COMMIT');
  }

  close(): void {
    this.#db.close();
  }
}

function placed(row: Record<string, SQLOutputValue>): PlacedAlias {
  return { place: Number(row.place), alias: toAlias(row), state: storedState(row) };
}

/** The columns of these tables are text, octets, and whole numbers below 2^53. */
function plain(value: SQLOutputValue): PlainRow[string] {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array) return Buffer.from(value);
  throw new TypeError('a column is neither text, bytes nor a number');
}

/** The state in a row of `STORED`. */
export function storedState(row: Row): StoredState | undefined {
  if (row.made_at === null) return undefined;
  const state = Object.entries(STATE).map(([column, read]) => [column, read(row[column])] as const);
  return { ...Object.fromEntries(state), made_at: number(row.made_at) };
}
