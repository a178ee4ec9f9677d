/** The statements for PostgreSQL and compatible engines, which several of our nodes may share. */

import type { ISql } from 'postgres';
import type { OwnedAlias } from '../alias.ts';
import type { Database, LedgerEntry, WhenNew, StoreLog } from '../database.ts';
import { number, type Statements, type StatementSteps, text, type Value } from '../statements.ts';
import { StoreUnavailable } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { DatabasePool } from './connection-pool.ts';
import { countKeyOf, domainOf, isShortName } from './dialect.ts';
import { prepareDatabase } from './opening.ts';
import { codeOf, readOnly } from './errors.ts';
import { BatchedLookups } from './lookups.ts';

/** One connection with pipelined statements is faster than several: more of them share a packet. */
const READ_CONNECTIONS = 1;
/** Through a pooler each call is a transaction, which is answered step by step. */
const POOLED_READ_CONNECTIONS = 4;

/** A write waits for the disk; a few at once share one flush. Reads have their own connection, and never queue. */
const WRITE_CONNECTIONS = 4;

/** Errors if two nodes move or make rows of one address: unique violation, deadlock, serialization failure. */
const TRY_AGAIN = new Set(['23505', '40P01', '40001']);
const ATTEMPTS = 3;

/** @throws DatabaseUnusable */
export async function openPostgres(
  databaseUrl: string,
  log: StoreLog,
  whenNew: WhenNew,
): Promise<Database> {
  return new PostgresDatabase(await prepareDatabase(databaseUrl, log, whenNew));
}

class PostgresDatabase implements Database {
  readonly isEmbedded = false;
  readonly lockRows = 'FOR UPDATE';
  readonly json = {
    object: 'json_build_object',
    array: 'json_agg',
    counts: (json: string) =>
      `(SELECT key::uuid AS id, value::bigint AS count FROM json_each_text(${json}::text::json))`,
  };
  readonly domainOf = domainOf;
  readonly isShortName = isShortName;
  readonly countKeyOf = countKeyOf;
  readonly aliasCounts = `(
    SELECT domain, sum(active) AS active, sum(inactive) AS inactive, sum(retired) AS retired FROM (
      SELECT ${countKeyOf('alias_email')} AS domain, count(*) FILTER (WHERE active) AS active,
        count(*) FILTER (WHERE NOT active) AS inactive, 0 AS retired
      FROM aliases GROUP BY 1
      UNION ALL
      SELECT ${countKeyOf('alias_email')}, 0, 0, count(*) FROM retired_names GROUP BY 1
    ) AS parts GROUP BY 1)`;
  readonly #prepare: boolean;
  readonly #reads: DatabasePool;
  readonly #writes: DatabasePool;
  readonly #lookUps: BatchedLookups;

  constructor(address: PostgresAddress) {
    this.#prepare = !address.pooled;
    const max = address.pooled ? POOLED_READ_CONNECTIONS : READ_CONNECTIONS;
    // Lookups at a replica would continue, with outdated aliases.
    const whenReadOnly = () => [this.#reads, this.#writes].forEach((pool) => pool.leave());
    this.#reads = new DatabasePool(address, { max, whenReadOnly });
    this.#writes = new DatabasePool(address, { max: WRITE_CONNECTIONS, whenReadOnly });
    this.#lookUps = new BatchedLookups(this.#reads);
  }

  readonly read: Statements['read'] = (statement, values) =>
    this.#reads.repeatable((sql) => this.#ask(sql, statement, values));
  readonly repeatable: Statements['write'] = (statement, values) =>
    this.#writes.repeatable((sql) => this.#ask(sql, statement, values));
  readonly scan: Statements['read'] = (statement, values) =>
    this.#writes.repeatable((sql) => this.#ask(sql, statement, values));
  readonly write: Statements['write'] = (statement, values) =>
    this.#writes.run((sql) => this.#ask(sql, statement, values));

  readonly transaction = async <Result>(steps: StatementSteps<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#writes.transaction(async (sql) => {
          const running = steps();
          let step = running.next();
          while (!step.done) {
            const [statement, values] = step.value;
            step = running.next(await this.#ask(sql, statement, values));
          }
          return step.value;
        });
      } catch (error) {
        const again = error instanceof StoreUnavailable && TRY_AGAIN.has(codeOf(error.cause));
        if (!again || attempt === ATTEMPTS) throw error;
      }
    }
  };

  #ask(sql: ISql, statement: string, values: readonly Value[]) {
    return sql.unsafe(statement, [...values], { prepare: this.#prepare });
  }

  async aliasByAddress(aliasEmail: string): Promise<OwnedAlias | undefined> {
    return this.#lookUps.find(aliasEmail);
  }

  async recall(key: Buffer, now: number): Promise<LedgerEntry | undefined> {
    const [row] = await this.#reads.repeatable(
      (sql) => sql`SELECT code, enhanced FROM ledger WHERE key = ${key} AND expires > ${now}`,
    );
    return row && { code: number(row.code), enhanced: text(row.enhanced) };
  }

  async answers(): Promise<void> {
    await this.#reads.repeatable(async (sql) => {
      const [row] = await sql`SHOW transaction_read_only`;
      if (row?.transaction_read_only === 'on') throw readOnly();
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }
}
