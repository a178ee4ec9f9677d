/** Statements that delete aliases or move them to another address. */

import type { ISql, PendingQuery, Row } from 'postgres';
import type { OwnerStore } from '../owners/owner-store.ts';
import { isStorable } from '../storable.ts';
import { type Alias, StoreUnavailable } from '../store.ts';
import { isUuid } from '../uuid.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { codeOf } from './errors.ts';
import { toAlias } from './rows.ts';

type Fragment = PendingQuery<Row[]>;

/** The choice among the candidates: all, the confirmed ones, or the others. */
type Which = 'all' | 'confirmed' | 'unconfirmed';

/** Errors where two nodes move or make rows of one address: unique violation, deadlock, serialization failure. */
const TRY_AGAIN = new Set(['23505', '40P01', '40001']);
const ATTEMPTS = 3;

/**
 * Deletes aliases with their states and histories, in one statement. The states are locked first, as in `setActive`, so
 * the statement waits for a pending confirmation, and reads its result. The parts of a statement have no order of their
 * own: the count makes sure that every state is read before one of them is deleted.
 * @param candidates a query for their ids
 * @param carriedBefore names of unconfirmed rows that are older are retired, too
 */
function ended(
  sql: ISql,
  candidates: Fragment,
  which: Which,
  at: number,
  carriedBefore: number,
): Fragment {
  const confirmed = sql`SELECT alias_id FROM state WHERE confirmed_at IS NOT NULL`;
  const condition = {
    all: sql``,
    confirmed: sql`AND id IN (${confirmed})`,
    unconfirmed: sql`AND id NOT IN (${confirmed})`,
  }[which];
  return sql`
    WITH candidates AS (${candidates}),
    state AS (
      SELECT alias_id, confirmed_at FROM alias_states
      WHERE alias_id IN (SELECT id FROM candidates) FOR UPDATE
    ), gone AS (
      DELETE FROM aliases WHERE id IN (SELECT id FROM candidates) ${condition}
        AND (SELECT count(*) FROM state) >= 0
      RETURNING id, real_email, alias_email, active, created_at
    ), retired AS (
      INSERT INTO retired_names (alias_email, retired_at)
      SELECT alias_email, ${at}::bigint FROM gone
      WHERE id IN (${confirmed}) OR extract(epoch FROM created_at) * 1000 < ${carriedBefore}::bigint
      ON CONFLICT DO NOTHING
    ), states AS (DELETE FROM alias_states WHERE alias_id IN (SELECT id FROM gone)),
    events AS (DELETE FROM history WHERE alias_id IN (SELECT id FROM gone)),
    days AS (DELETE FROM history_days WHERE alias_id IN (SELECT id FROM gone))
    SELECT * FROM gone`;
}

const ofAddress = (sql: ISql, realEmail: string) =>
  sql`SELECT id FROM aliases WHERE real_email = ${realEmail}`;

const confirmedOf = (sql: ISql, realEmail: string) => sql`
  SELECT a.id FROM alias_states s JOIN aliases a ON a.id = s.alias_id
  WHERE a.real_email = ${realEmail} AND s.confirmed_at IS NOT NULL FOR UPDATE OF s`;

export function postgresOwners(
  reads: ConnectionPool,
  writes: ConnectionPool,
): Omit<OwnerStore, 'confirm' | 'pause' | 'renewLink'> {
  const end = async (
    candidates: (sql: ISql) => Fragment,
    which: Which,
    at: number,
    carriedBefore: number,
  ): Promise<Alias[]> => {
    const rows = await writes.run((sql) => ended(sql, candidates(sql), which, at, carriedBefore));
    return rows.map(toAlias);
  };

  const move = async (sql: ISql, from: string, to: string, at: number, carriedBefore: number) => {
    const moving = (await confirmedOf(sql, from)).map(({ id }) => String(id));
    if (moving.length === 0) return { kind: 'none' } as const;
    if ((await confirmedOf(sql, to)).length > 0) return { kind: 'taken' } as const;
    const gone = await ended(sql, ofAddress(sql, to), 'unconfirmed', at, carriedBefore);
    const moved = await sql`
      UPDATE aliases SET real_email = ${to} WHERE id IN ${sql(moving)}
      RETURNING id, real_email, alias_email, active, created_at`;
    return { kind: 'moved', moved: moved.map(toAlias), gone: gone.map(toAlias) } as const;
  };

  return {
    async block(aliasEmail, at) {
      if (!isStorable(aliasEmail)) return undefined;
      // First, and visible: whoever gets the name meanwhile looks for this row again.
      await writes.run(
        (sql) => sql`
          INSERT INTO retired_names (alias_email, retired_at) VALUES (${aliasEmail}, ${at})
          ON CONFLICT DO NOTHING`,
      );
      const candidates = (sql: ISql) =>
        sql`SELECT id FROM aliases WHERE alias_email = ${aliasEmail}`;
      return (await end(candidates, 'all', at, 0))[0];
    },
    async confirmedByDomain() {
      const rows = await reads.repeatable(
        (sql) => sql`
          SELECT split_part(a.alias_email, '@', 2) AS domain, count(*) AS confirmed
          FROM alias_states s JOIN aliases a ON a.id = s.alias_id
          WHERE s.confirmed_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
      );
      return rows.map(({ domain, confirmed }) => ({
        domain: String(domain),
        confirmed: Number(confirmed),
      }));
    },
    async deleteAlias(id, owner, at) {
      if (!isUuid(id) || !isStorable(owner)) return undefined;
      const candidates = (sql: ISql) => sql`${ofAddress(sql, owner)} AND id = ${id}`;
      return (await end(candidates, 'confirmed', at, 0))[0];
    },
    async deleteUnconfirmed(realEmail, at, carriedBefore) {
      if (!isStorable(realEmail)) return [];
      return end((sql) => ofAddress(sql, realEmail), 'unconfirmed', at, carriedBefore);
    },
    async forget(realEmail, at, carriedBefore) {
      if (!isStorable(realEmail)) return [];
      return end((sql) => ofAddress(sql, realEmail), 'all', at, carriedBefore);
    },
    async moveAddress(from, to, at, carriedBefore) {
      if (from === to || !isStorable(from) || !isStorable(to)) return { kind: 'none' };
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await writes.transaction((sql) => move(sql, from, to, at, carriedBefore));
        } catch (error) {
          const again = error instanceof StoreUnavailable && TRY_AGAIN.has(codeOf(error.cause));
          if (!again || attempt === ATTEMPTS) throw error;
        }
      }
    },
    async unconfirmedByDomain(madeSince) {
      const rows = await reads.repeatable(
        (sql) => sql`
          SELECT split_part(a.alias_email, '@', 2) AS domain, count(*) AS unconfirmed
          FROM alias_states s JOIN aliases a ON a.id = s.alias_id
          WHERE s.confirmed_at IS NULL AND s.made_at >= ${madeSince} GROUP BY 1 ORDER BY 1`,
      );
      return rows.map(({ domain, unconfirmed }) => ({
        domain: String(domain),
        unconfirmed: Number(unconfirmed),
      }));
    },
    expireUnconfirmed({ madeSince, madeBefore, domain, limit }) {
      const candidates = (sql: ISql) => sql`
        SELECT a.id FROM alias_states s JOIN aliases a ON a.id = s.alias_id
        WHERE s.confirmed_at IS NULL AND s.made_at >= ${madeSince} AND s.made_at < ${madeBefore}
          ${domain === undefined ? sql`` : sql`AND split_part(a.alias_email, '@', 2) = ${domain}`}
        ORDER BY s.made_at LIMIT ${limit}`;
      return end(candidates, 'unconfirmed', 0, 0);
    },
  };
}
