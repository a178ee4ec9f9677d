/** The Store on PostgreSQL and what speaks its dialect: several nodes of ours may share one. */

import { randomUUID } from 'node:crypto';
import type { ISql } from 'postgres';
import { type AuthStore, authStore } from '../sessions/auth-store.ts';
import type { Statements, Value } from '../statements.ts';
import { deleteRows, expiredNotes } from '../delete-rows.ts';
import { type HistoryStore, historyStore } from '../history/history-store.ts';
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
  type Switcher,
} from '../store.ts';
import { isUuid } from '../uuid.ts';
import type { PostgresAddress } from './address.ts';
import { ConnectionPool } from './connection-pool.ts';
import { prepareDatabase } from './database.ts';
import { failedCheck, readOnly } from './errors.ts';
import { LookUps } from './look-ups.ts';
import { postgresOwners } from './owners.ts';
import { owned, toAlias, toOwnedAlias } from './rows.ts';

/** One connection, its statements pipelined, is faster than several: more of them share a packet. */
const READ_CONNECTIONS = 1;
/** Behind a pooler each call is a transaction, which is answered step by step. */
const POOLED_READ_CONNECTIONS = 4;

/** A write waits for the disk; a few at once share one flush. Reads have their own connection, and never queue. */
const WRITE_CONNECTIONS = 4;

/** @throws DatabaseUnusable */
export async function openPostgresStore(
  databaseUrl: string,
  { now, log, whenNew }: StoreOptions,
): Promise<Store> {
  const address = await prepareDatabase(databaseUrl, log, whenNew ?? (() => {}));
  return new PostgresStore(address, now);
}

class PostgresStore implements Store {
  readonly isNear = false;
  readonly auth: AuthStore;
  readonly history: HistoryStore;
  readonly owners: OwnerStore;
  readonly #inOneDialect: Statements;
  readonly #now: () => number;
  readonly #reads: ConnectionPool;
  readonly #writes: ConnectionPool;
  readonly #byOwner: LookUps;
  readonly #byAddress: LookUps;

  constructor(address: PostgresAddress, now: () => number) {
    this.#now = now;
    const max = address.pooled ? POOLED_READ_CONNECTIONS : READ_CONNECTIONS;
    // Look-ups at a replica would go on, with aliases of yesterday.
    const whenReadOnly = () => [this.#reads, this.#writes].forEach((pool) => pool.leave());
    this.#reads = new ConnectionPool(address, { max, whenReadOnly });
    this.#writes = new ConnectionPool(address, { max: WRITE_CONNECTIONS, whenReadOnly });
    const ask = (sql: ISql, statement: string, values: readonly Value[]) =>
      sql.unsafe(statement, [...values], { prepare: !address.pooled });
    this.#inOneDialect = {
      read: (statement, values) => this.#reads.repeatable((sql) => ask(sql, statement, values)),
      write: (statement, values) => this.#writes.run((sql) => ask(sql, statement, values)),
      transaction: (steps) =>
        this.#writes.transaction(async (sql) => {
          const running = steps();
          let step = running.next();
          while (!step.done) step = running.next(await ask(sql, ...step.value));
          return step.value;
        }),
      lockRows: 'FOR UPDATE',
      json: {
        object: 'json_build_object',
        array: 'json_agg',
        counts: (json) =>
          `(SELECT key::uuid AS id, value::bigint AS count FROM json_each_text(${json}::text::json))`,
      },
    };
    this.auth = authStore(this.#inOneDialect);
    this.history = historyStore(this.#inOneDialect);
    this.owners = {
      ...claims(this.#inOneDialect, this),
      ...postgresOwners(this.#reads, this.#writes),
    };
    this.#byOwner = new LookUps(this.#reads, 'real_email');
    this.#byAddress = new LookUps(this.#reads, 'alias_email');
  }

  async insertAlias(alias: NewAlias, birth?: Birth): Promise<Insertion> {
    const unstorable = unstorableColumn(alias);
    if (unstorable) return { kind: 'refused', check: unstorable };
    try {
      const insertion = await this.#writes.run((sql) => this.#insert(sql, alias, birth));
      if (insertion.kind !== 'created' || !(await this.isRetired(alias.alias_email))) {
        return insertion;
      }
      // Blocked at this moment: neither of the two statements has seen the other's row, so both look again afterwards.
      await this.owners.block(alias.alias_email, this.#now());
      return { kind: 'taken', column: 'alias_email' };
    } catch (error) {
      const check = failedCheck(error);
      if (check === undefined) throw error;
      return { kind: 'refused', check };
    }
  }

  async #insert(
    sql: ISql,
    { real_email, alias_email }: NewAlias,
    birth?: Birth,
  ): Promise<Insertion> {
    const now = this.#now();
    // Both tables have the snapshot of one moment, and a retired name moves from one to the other in one transaction:
    // so one of them has it. The unique index alone would miss it.
    const [row] = await sql`
      WITH made AS (
        INSERT INTO aliases (id, real_email, alias_email, active, created_at)
        SELECT ${randomUUID()}::uuid, ${real_email}::text, ${alias_email}::text, true, ${new Date(now).toISOString()}::timestamptz
        WHERE NOT EXISTS (SELECT 1 FROM retired_names WHERE alias_email = ${alias_email})
          AND NOT EXISTS (SELECT 1 FROM aliases WHERE alias_email = ${alias_email})
        ON CONFLICT DO NOTHING
        RETURNING id, real_email, alias_email, active, created_at
      ), state AS (
        INSERT INTO alias_states (alias_id, confirmed_at, ticket, made_at)
        SELECT id, ${birth?.confirmedAt ?? null}::bigint, ${birth?.ticket ?? null}::text, ${now}::bigint FROM made
        ON CONFLICT DO NOTHING
      )
      SELECT * FROM made`;
    if (row) return { kind: 'created', alias: toAlias(row) };
    const [holder] = await sql`SELECT 1 AS one FROM aliases WHERE real_email = ${real_email}`;
    return { kind: 'taken', column: holder ? 'real_email' : 'alias_email' };
  }

  async aliasesOf(realEmail: string): Promise<OwnedAlias[]> {
    if (!isStorable(realEmail)) return [];
    return this.#byOwner.find(realEmail);
  }

  async aliasByAddress(aliasEmail: string): Promise<OwnedAlias | undefined> {
    if (!isStorable(aliasEmail)) return undefined;
    const [found] = await this.#byAddress.find(aliasEmail);
    return found;
  }

  async aliasById(id: string): Promise<OwnedAlias | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.#reads.repeatable((sql) => sql`${owned(sql)} WHERE a.id = ${id}`);
    return rows.map(toOwnedAlias)[0];
  }

  async isRetired(aliasEmail: string): Promise<boolean> {
    if (!isStorable(aliasEmail)) return false;
    const rows = await this.#reads.repeatable(
      (sql) => sql`SELECT 1 AS one FROM retired_names WHERE alias_email = ${aliasEmail}`,
    );
    return rows.length > 0;
  }

  async setActive(id: string, active: boolean, asker: Switcher): Promise<Alias | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await this.#writes.repeatable((sql) =>
      asker === 'anybody'
        ? sql`
            UPDATE aliases SET active = ${active} WHERE id = ${id}
            RETURNING id, real_email, alias_email, active, created_at`
        : switchedBy(sql, id, active, asker),
    );
    return rows.map(toAlias)[0];
  }

  async hasAliases(): Promise<boolean> {
    const rows = await this.#reads.repeatable(
      (sql) => sql`
        SELECT 1 AS one FROM aliases UNION ALL SELECT 1 FROM retired_names LIMIT 1`,
    );
    return rows.length > 0;
  }

  async countByDomain(): Promise<DomainCount[]> {
    const rows = await this.#writes.repeatable(
      (sql) => sql`
        SELECT domain, sum(active) AS active, sum(inactive) AS inactive, sum(retired) AS retired FROM (
          SELECT split_part(alias_email, '@', 2) AS domain, count(*) FILTER (WHERE active) AS active,
            count(*) FILTER (WHERE NOT active) AS inactive, 0 AS retired
          FROM aliases GROUP BY 1
          UNION ALL
          SELECT split_part(alias_email, '@', 2), 0, 0, count(*) FROM retired_names GROUP BY 1
        ) AS counts GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(({ domain, active, inactive, retired }) => ({
      domain: String(domain),
      active: Number(active),
      inactive: Number(inactive),
      retired: Number(retired),
    }));
  }

  async recall(key: Buffer, now: number): Promise<LedgerEntry | undefined> {
    const [row] = await this.#reads.repeatable(
      (sql) => sql`SELECT code, enhanced FROM ledger WHERE key = ${key} AND expires > ${now}`,
    );
    return row && { code: Number(row.code), enhanced: String(row.enhanced) };
  }

  async remember(key: Buffer, { code, enhanced }: LedgerEntry, expires: number): Promise<void> {
    await this.#writes.repeatable(
      (sql) => sql`
        INSERT INTO ledger (key, code, enhanced, expires)
        VALUES (${key}, ${code}, ${enhanced}, ${expires})
        ON CONFLICT (key) DO UPDATE
        SET code = excluded.code, enhanced = excluded.enhanced, expires = excluded.expires`,
    );
  }

  async forgetExpired(now: number): Promise<number> {
    return deleteRows(this.#inOneDialect, expiredNotes(now));
  }

  async setting(name: string, initial: InitialValue): Promise<string> {
    const [kept] = await this.#writes.repeatable(
      (sql) => sql`SELECT value FROM settings WHERE name = ${name}`,
    );
    if (kept !== undefined) return String(kept.value);
    const value = typeof initial === 'string' ? initial : await initial();
    const [row] = await this.#writes.repeatable(async (sql) => {
      await sql`
        INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`;
      return sql`SELECT value FROM settings WHERE name = ${name}`;
    });
    return String(row?.value);
  }

  async changeSetting(name: string, from: string, to: string): Promise<boolean> {
    const rows = await this.#writes.repeatable(
      (sql) => sql`
        UPDATE settings SET value = ${to} WHERE name = ${name} AND value = ${from} RETURNING name`,
    );
    return rows.length > 0;
  }

  async answers(): Promise<void> {
    await this.#reads.repeatable(async (sql) => {
      const [row] = await sql`SHOW transaction_read_only`;
      if (row?.transaction_read_only === 'on') throw readOnly();
    });
  }

  async takesWrites(): Promise<void> {
    const time = new Date(this.#now()).toISOString();
    await this.#writes.repeatable(
      (sql) => sql`
        INSERT INTO settings (name, value) VALUES ('last ping', ${time})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }
}

/**
 * The rule of rules/ownership.ts (`isTheirs`) at the moment of the change: the lock on the state waits for a pending
 * confirmation, and then reads its result. A row from before there were states has none to lock; only a node in `open`
 * switches it, where nobody confirms.
 */
function switchedBy(sql: ISql, id: string, active: boolean, asker: Exclude<Switcher, 'anybody'>) {
  return sql`
    WITH state AS (SELECT confirmed_at, ticket FROM alias_states WHERE alias_id = ${id} FOR UPDATE)
    UPDATE aliases SET active = ${active} WHERE id = ${id} AND (
      real_email = ${asker.email ?? null}::text
      OR NOT EXISTS (SELECT 1 FROM state WHERE confirmed_at IS NOT NULL)
        AND (${asker.open}::boolean OR EXISTS (SELECT 1 FROM state WHERE ticket = ${asker.ticket ?? null}::text)))
    RETURNING id, real_email, alias_email, active, created_at`;
}
