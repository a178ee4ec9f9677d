/** The Store on PostgreSQL and what speaks its dialect: several nodes of ours may share one. */

import { randomUUID } from 'node:crypto';
import type { ISql } from 'postgres';
import { makeAndWarn } from '../new-database.ts';
import { type AuthStore, authStore } from '../auth/auth-store.ts';
import { isStorable, unstorableColumn } from '../storable.ts';
import {
  type Alias,
  type DomainCount,
  type Insertion,
  type LedgerEntry,
  type NewAlias,
  type Store,
  type StoreOptions,
  StoreUnavailable,
} from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { Connection } from './connection.ts';
import { prepareDatabase } from './database.ts';
import { failedCheck } from './errors.ts';
import { LookUps } from './look-ups.ts';
import { toAlias } from './rows.ts';

/** One connection, its statements pipelined, is faster than several: more of them share a packet. */
const READ_CONNECTIONS = 1;
/** Behind a pooler each call is a transaction, which is answered step by step. */
const POOLED_READ_CONNECTIONS = 4;

/** A write waits for the disk; a few at once share one flush. Reads have a connection of their own and never queue behind. */
const WRITE_CONNECTIONS = 4;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws DatabaseUnusable */
export async function openPostgresStore(
  databaseUrl: string,
  { now, log, whenNew }: StoreOptions,
): Promise<Store> {
  const address = await prepareDatabase(databaseUrl, log, whenNew ?? makeAndWarn(log));
  return new PostgresStore(address, now);
}

class PostgresStore implements Store {
  readonly auth: AuthStore;
  readonly #now: () => number;
  readonly #reads: Connection;
  readonly #writes: Connection;
  readonly #byOwner: LookUps;
  readonly #byAddress: LookUps;

  constructor(address: PostgresAddress, now: () => number) {
    this.#now = now;
    const max = address.pooled ? POOLED_READ_CONNECTIONS : READ_CONNECTIONS;
    this.#reads = new Connection(address, { max });
    this.#writes = new Connection(address, { max: WRITE_CONNECTIONS });
    this.auth = authStore({
      read: (statement, values) =>
        this.#reads.repeatable((sql) =>
          sql.unsafe(statement, [...values], { prepare: !address.pooled }),
        ),
      write: (statement, values) =>
        this.#writes.run((sql) => sql.unsafe(statement, [...values], { prepare: !address.pooled })),
      json: { object: 'json_build_object', array: 'json_agg' },
    });
    this.#byOwner = new LookUps(this.#reads, 'real_email');
    this.#byAddress = new LookUps(this.#reads, 'alias_email');
  }

  async insertAlias(alias: NewAlias): Promise<Insertion> {
    const unstorable = unstorableColumn(alias);
    if (unstorable) return { kind: 'refused', check: unstorable };
    try {
      return await this.#writes.run((sql) => this.#insert(sql, alias));
    } catch (error) {
      const check = failedCheck(error);
      if (check === undefined) throw error;
      return { kind: 'refused', check };
    }
  }

  async #insert(sql: ISql, { real_email, alias_email }: NewAlias): Promise<Insertion> {
    const created_at = new Date(this.#now()).toISOString();
    const [row] = await sql`
      INSERT INTO aliases (id, real_email, alias_email, active, created_at)
      VALUES (${randomUUID()}, ${real_email}, ${alias_email}, true, ${created_at})
      ON CONFLICT DO NOTHING
      RETURNING id, real_email, alias_email, active, created_at`;
    if (row) return { kind: 'created', alias: toAlias(row) };
    const [holder] = await sql`SELECT 1 AS one FROM aliases WHERE real_email = ${real_email}`;
    return { kind: 'taken', column: holder ? 'real_email' : 'alias_email' };
  }

  async aliasesOf(realEmail: string): Promise<Alias[]> {
    if (!isStorable(realEmail)) return [];
    return this.#byOwner.find(realEmail);
  }

  async aliasByAddress(aliasEmail: string): Promise<Alias | undefined> {
    if (!isStorable(aliasEmail)) return undefined;
    const [alias] = await this.#byAddress.find(aliasEmail);
    return alias;
  }

  async aliasById(id: string): Promise<Alias | undefined> {
    if (!UUID.test(id)) return undefined;
    const rows = await this.#reads.repeatable(
      (sql) => sql`
        SELECT id, real_email, alias_email, active, created_at FROM aliases WHERE id = ${id}`,
    );
    return rows.map(toAlias)[0];
  }

  async setActive(id: string, active: boolean): Promise<Alias | undefined> {
    if (!UUID.test(id)) return undefined;
    const rows = await this.#writes.repeatable(
      (sql) => sql`
        UPDATE aliases SET active = ${active} WHERE id = ${id}
        RETURNING id, real_email, alias_email, active, created_at`,
    );
    return rows.map(toAlias)[0];
  }

  async hasAliases(): Promise<boolean> {
    const rows = await this.#reads.repeatable((sql) => sql`SELECT 1 AS one FROM aliases LIMIT 1`);
    return rows.length > 0;
  }

  async countByDomain(): Promise<DomainCount[]> {
    const rows = await this.#writes.repeatable(
      (sql) => sql`
        SELECT split_part(alias_email, '@', 2) AS domain,
          count(*) FILTER (WHERE active) AS active, count(*) FILTER (WHERE NOT active) AS inactive
        FROM aliases GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(({ domain, active, inactive }) => ({
      domain: String(domain),
      active: Number(active),
      inactive: Number(inactive),
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
    const { count } = await this.#writes.repeatable(
      (sql) => sql`DELETE FROM ledger WHERE expires <= ${now}`,
    );
    return count;
  }

  async setting(name: string, initial: string): Promise<string> {
    const [row] = await this.#writes.repeatable(async (sql) => {
      await sql`
        INSERT INTO settings (name, value) VALUES (${name}, ${initial}) ON CONFLICT (name) DO NOTHING`;
      return sql`SELECT value FROM settings WHERE name = ${name}`;
    });
    return String(row?.value);
  }

  async ping(): Promise<void> {
    const [row] = await this.#reads.repeatable((sql) => sql`SHOW transaction_read_only`);
    if (row?.transaction_read_only === 'on') {
      throw new StoreUnavailable('The database takes no writes: it is a replica or read-only.');
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }
}
