/** The embedded Store: one file, `node:sqlite`, every call one prepared statement of a few microseconds; writes of a turn share a flush. */

import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { isTheirs } from '#rules/ownership.ts';
import { authStore } from '../sessions/auth-store.ts';
import type { Statements, Value } from '../statements.ts';
import { deleteRows, expiredNotes } from '../delete-rows.ts';
import { historyStore } from '../history/history-store.ts';
import { claims } from '../owners/claims.ts';
import type { OwnerStore } from '../owners/owner-store.ts';
import { isStorable, unstorableColumn } from '../storable.ts';
import {
  type Alias,
  type Birth,
  type DomainCount,
  type InitialValue,
  type Insertion,
  type LedgerEntry,
  type NewAlias,
  type OwnedAlias,
  type Store,
  type StoreOptions,
  StoreUnavailable,
  type Switcher,
} from '../store.ts';
import { openWatched } from './database.ts';
import type { DatabaseFiles } from './database-files.ts';
import { failedCheck } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import { changesAliases, KnownAliases } from './known-aliases.ts';
import { KnownKeys } from './known-keys.ts';
import { LookUps } from './look-ups.ts';
import { OtherWriters } from './other-writers.ts';
import { sqliteOwners } from './owners.ts';
import { named, withoutNumbers } from './placeholders.ts';
import { toAlias, toOwnedAlias } from './rows.ts';

/**
 * The time that a statement, and so this process, waits for another process's lock, in milliseconds. Look-ups wait for
 * none (https://sqlite.org/wal.html#concurrency), except during another process's repair of a broken-off commit.
 */
const BUSY_TIMEOUT_MS = 10;

/** @throws DatabaseUnusable */
export function openSqliteStore(path: string, { now, whenNew, turn }: StoreOptions): Store {
  const { db, files } = openWatched(path, whenNew ?? (() => {}));
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return new SqliteStore(db, files, now, turn);
}

type Row = Record<string, unknown>;
/** `changes`: it may change aliases. */
type Prepared = { statement: StatementSync; changes: boolean };

/** Alias and state, in one statement. */
const OWNED = `SELECT a.*, s.confirmed_at, s.ticket, s.paused_until, s.link_epoch
  FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id`;

class SqliteStore implements Store {
  readonly #inOneDialect: Statements = {
    read: async (sql, values) => this.#numbered(sql, values),
    write: (sql, values) => this.#write(() => this.#numbered(sql, values)),
    // One statement after the other in the transaction of this turn.
    transaction: (steps) =>
      this.#write(() => {
        const running = steps();
        let step = running.next();
        while (!step.done) step = running.next(this.#numbered(...step.value));
        return step.value;
      }),
    lockRows: '',
    json: {
      object: 'json_object',
      array: 'json_group_array',
      counts: (json) => `(SELECT key AS id, value AS count FROM json_each(${json}))`,
    },
  };
  readonly auth = authStore(this.#inOneDialect);
  readonly history = historyStore(this.#inOneDialect);
  readonly owners: OwnerStore = {
    ...claims(this.#inOneDialect, this),
    ...sqliteOwners({
      rows: (sql, values) => this.#rows(sql, values),
      write: (work) => this.#write(work),
    }),
  };
  readonly isNear = true;
  readonly #db: DatabaseSync;
  readonly #files: DatabaseFiles;
  readonly #now: () => number;
  readonly #group: GroupCommit;
  readonly #lookUps: LookUps;
  readonly #aliases: KnownAliases;
  readonly #keys: KnownKeys;
  readonly #statements = new Map<string, Prepared>();
  /** Numbered statements in the form for binding by position; empty where they need binding by name. */
  readonly #inOrder = new Map<string, string>();

  #closed = false;

  constructor(
    db: DatabaseSync,
    files: DatabaseFiles,
    now: () => number,
    turn: (() => number) | undefined,
  ) {
    this.#db = db;
    this.#files = files;
    this.#now = now;
    this.#group = new GroupCommit(db, files);
    this.#lookUps = new LookUps(db);
    const others = new OtherWriters(db, turn);
    this.#aliases = new KnownAliases(others);
    this.#keys = new KnownKeys(db, others);
  }

  async insertAlias(alias: NewAlias, birth?: Birth): Promise<Insertion> {
    const unstorable = unstorableColumn(alias);
    if (unstorable) return { kind: 'refused', check: unstorable };
    try {
      return await this.#write(() => this.#insert(alias, birth));
    } catch (error) {
      const check = failedCheck(error);
      if (check === undefined) throw error;
      return { kind: 'refused', check };
    }
  }

  #insert({ real_email, alias_email }: NewAlias, birth?: Birth): Insertion {
    const now = this.#now();
    const [row] = this.#rows(
      `INSERT INTO aliases (id, real_email, alias_email, active, created_at) SELECT ?, ?, ?, 1, ?
       WHERE NOT EXISTS (SELECT 1 FROM retired_names WHERE alias_email = ?)
       ON CONFLICT DO NOTHING RETURNING *`,
      [randomUUID(), real_email, alias_email, new Date(now).toISOString(), alias_email],
    );
    if (row) {
      const alias = toAlias(row);
      const sql = `INSERT INTO alias_states (alias_id, confirmed_at, ticket, made_at) VALUES (?, ?, ?, ?)`;
      this.#rows(sql, [alias.id, birth?.confirmedAt ?? null, birth?.ticket ?? null, now]);
      return { kind: 'created', alias };
    }
    const [holder] = this.#rows('SELECT 1 FROM aliases WHERE real_email = ?', [real_email]);
    return { kind: 'taken', column: holder ? 'real_email' : 'alias_email' };
  }

  async aliasesOf(realEmail: string): Promise<OwnedAlias[]> {
    if (!isStorable(realEmail)) return [];
    return this.#rows(`${OWNED} WHERE a.real_email = ? ORDER BY a.created_at DESC, a.rowid DESC`, [
      realEmail,
    ]).map(toOwnedAlias);
  }

  async aliasByAddress(aliasEmail: string): Promise<OwnedAlias | undefined> {
    const known = answered(() => this.#aliases.get(aliasEmail));
    if (known !== undefined) return known;
    const found = answered(() => this.#lookUps.alias(aliasEmail));
    // A missing alias means a permanent refusal, so a file that may have been replaced must not be trusted.
    if (found?.alias.active !== true) this.#files.requireInPlace();
    else this.#aliases.set(aliasEmail, found);
    return found;
  }

  async aliasById(id: string): Promise<OwnedAlias | undefined> {
    return this.#rows(`${OWNED} WHERE a.id = ?`, [id]).map(toOwnedAlias)[0];
  }

  async isRetired(aliasEmail: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM retired_names WHERE alias_email = ?';
    return this.#rows(sql, [aliasEmail]).length > 0;
  }

  async setActive(id: string, active: boolean, asker: Switcher): Promise<Alias | undefined> {
    const rows = await this.#write(() => {
      const [row] = this.#rows(`${OWNED} WHERE a.id = ?`, [id]);
      if (row === undefined || !maySwitch(toOwnedAlias(row), asker)) return [];
      return this.#rows('UPDATE aliases SET active = ? WHERE id = ? RETURNING *', [
        active ? 1 : 0,
        id,
      ]);
    });
    return rows.map(toAlias)[0];
  }

  async hasAliases(): Promise<boolean> {
    const sql = 'SELECT 1 FROM aliases UNION ALL SELECT 1 FROM retired_names LIMIT 1';
    return this.#rows(sql, []).length > 0;
  }

  async countByDomain(): Promise<DomainCount[]> {
    const rows = this.#rows('SELECT * FROM alias_counts ORDER BY domain', []);
    return rows.map(({ domain, active, inactive, retired }) => ({
      domain: String(domain),
      active: Number(active),
      inactive: Number(inactive),
      retired: Number(retired),
    }));
  }

  async recall(key: Buffer, now: number): Promise<LedgerEntry | undefined> {
    return answered(() => (this.#keys.mayHave(key) ? this.#lookUps.entry(key, now) : undefined));
  }

  async remember(key: Buffer, { code, enhanced }: LedgerEntry, expires: number): Promise<void> {
    const sql = `INSERT INTO ledger (key, code, enhanced, expires) VALUES (?, ?, ?, ?) ON CONFLICT (key)
      DO UPDATE SET code = excluded.code, enhanced = excluded.enhanced, expires = excluded.expires`;
    await this.#write(() => {
      this.#keys.add(key);
      this.#rows(sql, [key, code, enhanced, expires]);
    });
  }

  async forgetExpired(now: number): Promise<number> {
    return deleteRows(this.#inOneDialect, expiredNotes(now));
  }

  async setting(name: string, initial: InitialValue): Promise<string> {
    const read = 'SELECT value FROM settings WHERE name = ?';
    const [kept] = this.#rows(read, [name]);
    if (kept !== undefined) return String(kept.value);
    const value = typeof initial === 'string' ? initial : await initial();
    return this.#write(() => {
      const insert = 'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING';
      this.#rows(insert, [name, value]);
      const [row] = this.#rows(read, [name]);
      return String(row?.value);
    });
  }

  async changeSetting(name: string, from: string, to: string): Promise<boolean> {
    const sql = 'UPDATE settings SET value = ? WHERE name = ? AND value = ? RETURNING name';
    return (await this.#write(() => this.#rows(sql, [to, name, from]))).length > 0;
  }

  async answers(): Promise<void> {
    this.#files.requireInPlace();
    this.#rows('SELECT 1 FROM settings LIMIT 1', []);
  }

  async takesWrites(): Promise<void> {
    // A flushed write: nothing else shows that the disk has room and is not read-only. It takes a millisecond, and
    // app/observe/healthy.ts asks once a second at most.
    const sql = `INSERT INTO settings (name, value) VALUES ('last ping', ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
    await this.#write(() => this.#rows(sql, [new Date(this.#now()).toISOString()]));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#group.settled();
    if (this.#db.isOpen) this.#db.close();
  }

  /** Resolves when it is on the disk. */
  async #write<Result>(work: () => Result): Promise<Result> {
    if (this.#closed) throw new StoreUnavailable('The database is closed.');
    try {
      return await this.#group.write(work);
    } catch (error) {
      throw unavailable(error);
    }
  }

  #rows(sql: string, values: SQLInputValue[] | Record<string, SQLInputValue>): Row[] {
    return answered(() => {
      const { statement, changes } = this.#prepared(sql);
      if (changes) this.#aliases.forgetAll();
      return Array.isArray(values) ? statement.all(...values) : statement.all(values);
    });
  }

  /** Runs a statement whose placeholders are `$1`, `$2`, ... */
  #numbered(sql: string, values: readonly Value[]): Row[] {
    let plain = this.#inOrder.get(sql);
    if (plain === undefined) this.#inOrder.set(sql, (plain = withoutNumbers(sql)));
    return plain === '' ? this.#rows(sql, named(values)) : this.#rows(plain, [...values]);
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = { statement: this.#db.prepare(sql), changes: changesAliases(sql) };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function maySwitch({ alias, state }: OwnedAlias, asker: Switcher): boolean {
  return asker === 'anybody' || isTheirs(asker.open ? 'open' : 'confirmed', alias, state, asker);
}

/** @throws StoreUnavailable, or what a CHECK constraint throws */
function answered<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw unavailable(error);
  }
}

/** The error to rethrow: a refused row as itself, any other as StoreUnavailable. */
function unavailable(error: unknown): unknown {
  if (error instanceof StoreUnavailable || failedCheck(error) !== undefined) return error;
  return new StoreUnavailable('The database file does not answer.', { cause: error });
}
