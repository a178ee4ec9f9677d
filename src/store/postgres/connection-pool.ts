/** A connection pool to PostgreSQL whose every call ends: with rows, or with StoreUnavailable. */

import type { ISql, Sql } from 'postgres';
import { RowRefused, StoreUnavailable, WritesRefused } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { connect } from './connection.ts';
import { inTransaction } from './transaction.ts';
import {
  causeOf,
  failedCheck,
  isBroken,
  isFromServer,
  isReadOnly,
  refusedWrite,
} from './errors.ts';
import { Silence } from './silence.ts';

/** The time after which the server cancels a statement, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 4000;

/** Our own timeout is a little longer: if it expires, the network is silent. */
const SILENCE_MS = 5000;

/** Within this time the pool leaves at most as many read-only servers as the address names, in milliseconds. */
const PAUSE_MS = 1000;

export type PoolOptions = {
  /** The number of connections; each pipelines many statements, sent before the last one is answered. */
  max: number;
  /** Milliseconds after which the server cancels a statement; less than `silence`. */
  statementTimeout?: number;
  /** Milliseconds without any response after which the connections are replaced. */
  silence?: number;
  /** Called if the server no longer accepts writes. Absent: the pool leaves it. */
  whenReadOnly?: () => void;
};

export class DatabasePool {
  /** Its hosts in the order in which they are tried. */
  #address: PostgresAddress;
  readonly #max: number;
  readonly #statementTimeout: number;
  readonly #silenceMs: number;
  readonly #whenReadOnly: () => void;
  #sql: Sql;
  /** Of the current client's connections. */
  #silence: Silence;
  /** Number of servers left since the last pause: if all are read-only, calls must not keep reconnecting. */
  #left = 0;
  #closed = false;

  constructor(address: PostgresAddress, options: PoolOptions) {
    const { max, statementTimeout = STATEMENT_TIMEOUT_MS, silence = SILENCE_MS } = options;
    this.#address = address;
    this.#max = max;
    this.#statementTimeout = statementTimeout;
    this.#silenceMs = silence;
    this.#whenReadOnly = options.whenReadOnly ?? (() => this.leave());
    this.#sql = connect(address, max, statementTimeout);
    this.#silence = this.#silenceOf(this.#sql);
  }

  /**
   * Runs idempotent statements: a second time if the connection was broken, as after a restart of the server or a
   * failover to its replica.
   * @throws like `run`
   */
  async repeatable<Result>(work: (sql: ISql) => Promise<Result>): Promise<Result> {
    try {
      return await this.run(work);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || !isBroken(error.cause)) throw error;
      return await this.run(work);
    }
  }

  /**
   * Runs statements; through a pooler as one transaction, which keeps one server process and its settings.
   * @throws StoreUnavailable, or RowRefused
   */
  async run<Result>(work: (sql: ISql) => Promise<Result>): Promise<Result> {
    return this.#address.pooled ? this.transaction(work) : this.#run(work);
  }

  /** Runs statements in one transaction. @throws like `run` */
  async transaction<Result>(work: (sql: ISql) => Promise<Result>): Promise<Result> {
    return this.#run((sql) => inTransaction(sql, this.#statementTimeout, work));
  }

  /** On the next server if this one no longer accepts writes, as after a failover. */
  async #run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    for (let others = this.#servers; ; others -= 1) {
      try {
        return await this.#runOnce(work);
      } catch (error) {
        const again = error instanceof StoreUnavailable && isReadOnly(error.cause);
        if (!again || others === 0) throw error;
      }
    }
  }

  async #runOnce<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new StoreUnavailable('The database connection is closed.');
    const [sql, silence] = [this.#sql, this.#silence];
    try {
      const result = await silence.during(work(sql));
      silence.answered();
      return result;
    } catch (error) {
      if (isFromServer(error)) silence.answered();
      const check = failedCheck(error);
      if (check !== undefined) throw new RowRefused(check);
      if (isBroken(error)) this.#replace(sql, SILENCE_MS);
      if (isReadOnly(error) && this.#sql === sql) this.#whenReadOnly();
      throw unavailable(error);
    }
  }

  /** Statements in progress keep their connections for a while if only some of these are silent. */
  #silenceOf(sql: Sql): Silence {
    return new Silence(this.#silenceMs, (areOthersAnswered) =>
      this.#replace(sql, areOthersAnswered ? SILENCE_MS : 0),
    );
  }

  get #servers(): number {
    return Math.max(1, this.#address.hosts.length);
  }

  /**
   * Closes the connections, and connects to the next server. The server that is left is tried last from here on: if it
   * is read-only but not a replica, the driver takes it for a primary.
   */
  leave(): void {
    if (this.#left === this.#servers) return;
    if (this.#left === 0) setTimeout(() => void (this.#left = 0), PAUSE_MS).unref();
    this.#left += 1;
    const { hosts } = this.#address;
    this.#address = { ...this.#address, hosts: [...hosts.slice(1), ...hosts.slice(0, 1)] };
    this.#replace(this.#sql, SILENCE_MS);
  }

  /** Waits for the statements in progress, with a limit. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#sql.end({ timeout: this.#silenceMs / 1000 });
  }

  /**
   * Replaces the client. A connection that fell silent may stay so for a quarter of an hour (TCP). After a connection
   * broke under a statement, postgres.js 3.4.9 keeps the unwritten octets and the statement's error. It gives them to
   * the next statement on the same client, which then fails too or is never sent.
   * @param graceMs time for statements that are still in progress on the old client's other connections
   */
  #replace(old: Sql, graceMs: number): void {
    if (this.#sql !== old || this.#closed) return;
    this.#sql = connect(this.#address, this.#max, this.#statementTimeout);
    this.#silence = this.#silenceOf(this.#sql);
    void old.end({ timeout: graceMs / 1000 });
  }
}

function unavailable(error: unknown): StoreUnavailable {
  const refused = refusedWrite(error);
  const options = { cause: causeOf(error) };
  if (refused !== undefined) return new WritesRefused(refused, options);
  return new StoreUnavailable('The database does not respond.', options);
}
