/** The embedded Store: one file, `node:sqlite`, every call one prepared statement of a few microseconds. */

import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { isStorable, unstorableColumn } from '../storable.ts';
import {
  type Alias,
  type DomainCount,
  type Insertion,
  type LedgerEntry,
  type NewAlias,
  type Store,
  StoreUnavailable,
} from '../store.ts';
import { openDatabase } from './database.ts';
import { failedCheck } from './errors.ts';
import { toAlias } from './rows.ts';

/** @throws DatabaseUnusable */
export function openSqliteStore(path: string, { now }: { now: () => number }): Store {
  return new SqliteStore(openDatabase(path), now);
}

type Row = Record<string, unknown>;

class SqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #now: () => number;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async insertAlias({ real_email, alias_email }: NewAlias): Promise<Insertion> {
    const unstorable = unstorableColumn({ real_email, alias_email });
    if (unstorable) return { kind: 'refused', check: unstorable };
    const created_at = new Date(this.#now()).toISOString();
    try {
      const [row] = this.#rows(
        `INSERT INTO aliases (id, real_email, alias_email, active, created_at) VALUES (?, ?, ?, 1, ?)
         ON CONFLICT DO NOTHING RETURNING *`,
        [randomUUID(), real_email, alias_email, created_at],
      );
      if (row) return { kind: 'created', alias: toAlias(row) };
    } catch (error) {
      const check = failedCheck(error);
      if (check === undefined) throw error;
      return { kind: 'refused', check };
    }
    const [holder] = this.#rows('SELECT 1 FROM aliases WHERE real_email = ?', [real_email]);
    return { kind: 'taken', column: holder ? 'real_email' : 'alias_email' };
  }

  async aliasesOf(realEmail: string): Promise<Alias[]> {
    if (!isStorable(realEmail)) return [];
    return this.#rows(
      'SELECT * FROM aliases WHERE real_email = ? ORDER BY created_at DESC, rowid DESC',
      [realEmail],
    ).map(toAlias);
  }

  async aliasByAddress(aliasEmail: string): Promise<Alias | undefined> {
    return this.#rows('SELECT * FROM aliases WHERE alias_email = ?', [aliasEmail]).map(toAlias)[0];
  }

  async aliasById(id: string): Promise<Alias | undefined> {
    return this.#rows('SELECT * FROM aliases WHERE id = ?', [id]).map(toAlias)[0];
  }

  async setActive(id: string, active: boolean): Promise<Alias | undefined> {
    return this.#rows('UPDATE aliases SET active = ? WHERE id = ? RETURNING *', [
      active ? 1 : 0,
      id,
    ]).map(toAlias)[0];
  }

  async countByDomain(): Promise<DomainCount[]> {
    const rows = this.#rows('SELECT * FROM alias_counts ORDER BY domain', []);
    return rows.map(({ domain, active, inactive }) => ({
      domain: String(domain),
      active: Number(active),
      inactive: Number(inactive),
    }));
  }

  async recall(key: Buffer, now: number): Promise<LedgerEntry | undefined> {
    const [row] = this.#rows('SELECT code, enhanced FROM ledger WHERE key = ? AND expires > ?', [
      key,
      now,
    ]);
    return row && { code: Number(row.code), enhanced: String(row.enhanced) };
  }

  async remember(key: Buffer, { code, enhanced }: LedgerEntry, expires: number): Promise<void> {
    this.#rows(
      `INSERT INTO ledger (key, code, enhanced, expires) VALUES (?, ?, ?, ?) ON CONFLICT (key)
       DO UPDATE SET code = excluded.code, enhanced = excluded.enhanced, expires = excluded.expires`,
      [key, code, enhanced, expires],
    );
  }

  async forgetExpired(now: number): Promise<number> {
    return this.#rows('DELETE FROM ledger WHERE expires <= ? RETURNING 1', [now]).length;
  }

  async setting(name: string, initial: string): Promise<string> {
    this.#rows('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING', [
      name,
      initial,
    ]);
    const [row] = this.#rows('SELECT value FROM settings WHERE name = ?', [name]);
    return String(row?.value);
  }

  async ping(): Promise<void> {
    // Takes the write lock and gives it back: shows that no other process blocks the file, and writes nothing.
    this.#attempt(() => this.#db.exec('BEGIN IMMEDIATE; ROLLBACK'));
  }

  async close(): Promise<void> {
    if (this.#db.isOpen) this.#db.close();
  }

  #rows(sql: string, values: SQLInputValue[]): Row[] {
    return this.#attempt(() => this.#prepared(sql).all(...values));
  }

  #attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (failedCheck(error) !== undefined) throw error;
      throw new StoreUnavailable('The database file does not answer.', { cause: error });
    }
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
