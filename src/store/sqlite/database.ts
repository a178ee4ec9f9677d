/**
 * The embedded database: one file, `node:sqlite`, every call one prepared statement of a few microseconds; writes of a
 * turn share a flush.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OwnedAlias } from '../alias.ts';
import type { Database, LedgerEntry, WhenNew } from '../database.ts';
import type { Change, Row, Statements, StatementSteps, Step, Value } from '../statements.ts';
import { RowRefused, StoreUnavailable, WritesRefused } from '../errors.ts';
import { countKeyOf, domainOf, isShortName, named, withoutNumbers } from './dialect.ts';
import { openWatched } from './opening.ts';
import type { DatabaseFiles } from './database-files.ts';
import { failedCheck, refusedWrite } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import { KnownAliases } from './known-aliases.ts';
import { KnownKeys } from './known-keys.ts';
import { SqliteLookups } from './lookups.ts';
import { OtherWriters } from './other-writers.ts';
import { closeUnused } from './wal-index.ts';

/**
 * The time that a statement, and so this process, waits for another process's lock, in milliseconds. Lookups never wait
 * (https://sqlite.org/wal.html#concurrency), except while another process repairs an interrupted commit.
 */
const BUSY_TIMEOUT_MS = 10;

/** @throws DatabaseUnusable */
export function openSqlite(path: string, whenNew: WhenNew): Database {
  const { db, files } = openWatched(path, whenNew);
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return new SqliteDatabase(db, files, new OtherWriters(db));
}

class SqliteDatabase implements Database {
  readonly isEmbedded = true;
  readonly lockRows = '';
  readonly json = {
    object: 'json_object',
    array: 'json_group_array',
    counts: (json: string) => `(SELECT key AS id, value AS count FROM json_each(${json}))`,
  };
  readonly aliasCounts = 'alias_counts';
  readonly #db: DatabaseSync;
  readonly #files: DatabaseFiles;
  readonly #group: GroupCommit;
  readonly #lookUps: SqliteLookups;
  readonly #aliases: KnownAliases;
  readonly #keys: KnownKeys;
  readonly #statements = new Map<string, StatementSync>();
  /** Numbered statements in the form for binding by position; empty if they need binding by name. */
  readonly #inOrder = new Map<string, string>();
  #closed = false;

  constructor(db: DatabaseSync, files: DatabaseFiles, others: OtherWriters) {
    this.#db = db;
    this.#files = files;
    this.#group = new GroupCommit(db, files);
    this.#lookUps = new SqliteLookups(db);
    this.#aliases = new KnownAliases(others);
    this.#keys = new KnownKeys(db, others);
  }

  readonly read = async (sql: string, values: readonly Value[]) => this.#rows(sql, values);
  readonly scan = this.read;
  readonly write: Statements['write'] = (...step) => this.#write(() => this.#rows(...step));
  readonly repeatable = this.write;

  /** One statement after the other in the transaction of this turn. */
  readonly transaction = <Result>(steps: StatementSteps<Result>): Promise<Result> =>
    this.#write(() => {
      const running = steps();
      let step = running.next();
      while (!step.done) step = running.next(this.#rows(...step.value));
      return step.value;
    });

  readonly domainOf = domainOf;
  readonly isShortName = isShortName;
  readonly countKeyOf = countKeyOf;

  async aliasByAddress(aliasEmail: string): Promise<OwnedAlias | undefined> {
    const known = answered(() => this.#aliases.get(aliasEmail));
    if (known !== undefined) return known;
    const found = answered(() => this.#lookUps.alias(aliasEmail));
    // A missing alias means a permanent rejection, so a file that may have been replaced must not be trusted.
    if (found?.alias.active !== true) this.#files.requireInPlace();
    else this.#aliases.set(aliasEmail, found);
    return found;
  }

  async recall(key: Buffer, now: number): Promise<LedgerEntry | undefined> {
    return answered(() => (this.#keys.mayHave(key) ? this.#lookUps.entry(key, now) : undefined));
  }

  async answers(): Promise<void> {
    this.#files.requireInPlace();
    this.#rows('SELECT 1 FROM settings LIMIT 1', []);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#group.settled();
    if (this.#db.isOpen) this.#db.close();
    closeUnused();
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

  #rows(...[sql, values, change]: Step): Row[] {
    return answered(() => {
      let plain = this.#inOrder.get(sql);
      if (plain === undefined) this.#inOrder.set(sql, (plain = withoutNumbers(sql)));
      const statement = this.#prepared(plain || sql);
      if (change) this.#forget(change);
      return plain === '' ? statement.all(named(values)) : statement.all(...values);
    });
  }

  /** Before a write: what is kept in memory must not outlive it. */
  #forget(change: Change): void {
    if (change.changes === 'aliases' || change.changes === 'alias_states') {
      this.#aliases.forgetAll();
    } else if ('added' in change) this.#keys.add(change.added);
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** @throws StoreUnavailable, or RowRefused */
function answered<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw unavailable(error);
  }
}

function unavailable(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof RowRefused) return error;
  const check = failedCheck(error);
  if (check !== undefined) return new RowRefused(check);
  const refused = refusedWrite(error);
  if (refused !== undefined) return new WritesRefused(refused, { cause: error });
  return new StoreUnavailable('The database file does not respond.', { cause: error });
}
