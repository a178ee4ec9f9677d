/** How aliases are deleted, or moved to another address. */

import { type Alias, toAlias } from '../alias.ts';
import type { Database } from '../database.ts';
import {
  insertRow,
  number,
  type StatementSteps,
  type Step,
  type Value,
  text,
} from '../statements.ts';
import { isStorable, isUuid } from '../storable.ts';
import { deletionSteps, idList, listedIds } from './deletion-steps.ts';

const OF_ADDRESS = 'SELECT id FROM aliases WHERE real_email = $1';

const endedPlan = (address: string): Step => [
  'DELETE FROM plans WHERE address = $1',
  [address],
  { changes: 'plans' },
];

/** The rows that have moved, and the unconfirmed ones that were in the way. */
type Moved = { moved: Alias[]; gone: Alias[] };

type Moving = {
  /** Whether the other address has no confirmed row, or nothing moves there. */
  isFree: StatementSteps<boolean>;
  move: StatementSteps<Moved>;
};

export function removals(database: Database) {
  const { scan, transaction, lockRows } = database;
  const listed = listedIds(database);
  const ended = deletionSteps(database);

  const confirmedOf = (realEmail: string): [string, Value[]] => [
    `SELECT a.id FROM alias_states AS s JOIN aliases AS a ON a.id = s.alias_id
      WHERE a.real_email = $1 AND s.confirmed_at IS NOT NULL ${lockRows}`,
    [realEmail],
  ];

  /** The steps of `forget`, for a transaction in which the user is deleted or loses the address. */
  function* forgetting(realEmail: string, at: number, carriedBefore: number) {
    const gone = yield* ended([OF_ADDRESS, [realEmail]], 'all', at, carriedBefore);
    yield endedPlan(realEmail);
    return gone;
  }

  /** The steps of `moveAddress`, for a transaction that changes the user's address too. */
  function moving(from: string, to: string, at: number, carriedBefore: number): Moving {
    const isPossible = from !== to && isStorable(from) && isStorable(to);
    return {
      *isFree() {
        if (!isPossible || (yield confirmedOf(from)).length === 0) return true;
        return (yield confirmedOf(to)).length === 0;
      },
      *move() {
        if (!isPossible) return { moved: [], gone: [] };
        const ids = (yield confirmedOf(from)).map(({ id }) => text(id));
        const plan = `UPDATE plans SET address = $2
          WHERE address = $1 AND NOT EXISTS (SELECT 1 FROM plans WHERE address = $2)`;
        yield [plan, [from, to], { changes: 'plans' }];
        yield endedPlan(from);
        if (ids.length === 0) return { moved: [], gone: [] };
        const gone = yield* ended([OF_ADDRESS, [to]], 'unconfirmed', at, carriedBefore);
        const sql = `UPDATE aliases SET real_email = $2 WHERE id IN (${listed}) RETURNING *`;
        const moved = yield [sql, [idList(ids), to], { changes: 'aliases' }];
        return { moved: moved.map(toAlias), gone };
      },
    };
  }

  return {
    /**
     * Blocks a name permanently, whether or not it is an alias; an alias is deleted with its state and history.
     * @returns that alias
     */
    async block(aliasEmail: string, at: number): Promise<Alias | undefined> {
      if (!isStorable(aliasEmail)) return undefined;
      // First, and visible: whoever gets the name meanwhile looks for this row again.
      await insertRow(database, 'retired_names', { alias_email: aliasEmail, retired_at: at });
      const sql = 'SELECT id FROM aliases WHERE alias_email = $1';
      return (await transaction(() => ended([sql, [aliasEmail]], 'all', at, 0)))[0];
    },
    /** Number of confirmed aliases, by domain as in `DomainCount`. It reads all of them. */
    async confirmedByDomain(): Promise<{ domain: string; confirmed: number }[]> {
      const sql = `SELECT ${database.countKeyOf('a.alias_email')} AS domain, count(*) AS confirmed
        FROM alias_states AS s JOIN aliases AS a ON a.id = s.alias_id
        WHERE s.confirmed_at IS NOT NULL GROUP BY 1 ORDER BY 1`;
      return (await scan(sql, [])).map(({ domain, confirmed }) => ({
        domain: text(domain),
        confirmed: number(confirmed),
      }));
    },
    /** Deletes alias, state and history, and retires the name. @returns undefined as in `change` */
    async deleteAlias(id: string, owner: string, at: number): Promise<Alias | undefined> {
      if (!isUuid(id) || !isStorable(owner)) return undefined;
      const sql = `${OF_ADDRESS} AND id = $2`;
      return (await transaction(() => ended([sql, [owner, id]], 'confirmed', at, 0)))[0];
    },
    /**
     * Deletes the unconfirmed rows of an address. A name is retired if the row is older than `carriedBefore`
     * (rules/ownership.ts), because it may have carried mail; otherwise it returns to the pool.
     */
    async deleteUnconfirmed(realEmail: string, at: number, carriedBefore: number) {
      if (!isStorable(realEmail)) return [];
      const all = [OF_ADDRESS, [realEmail]] as const;
      return transaction(() => ended(all, 'unconfirmed', at, carriedBefore));
    },
    /** The same for one row of the address. @returns undefined: it is unknown, confirmed or of another address */
    async deleteUnconfirmedAlias(
      id: string,
      realEmail: string,
      at: number,
      carriedBefore: number,
    ): Promise<Alias | undefined> {
      if (!isUuid(id) || !isStorable(realEmail)) return undefined;
      const one = [`${OF_ADDRESS} AND id = $2`, [realEmail, id]] as const;
      return (await transaction(() => ended(one, 'unconfirmed', at, carriedBefore)))[0];
    },
    /**
     * Deletes all data of an address except its user: aliases, states, history, plan. Names are retired as by the two
     * above.
     */
    forget: async (realEmail: string, at: number, carriedBefore: number) =>
      isStorable(realEmail) ? transaction(() => forgetting(realEmail, at, carriedBefore)) : [],
    forgetting,
    /**
     * Moves the confirmed aliases of one address to another, and its plan; an unconfirmed row that is in the way is
     * deleted as by `deleteUnconfirmed`. `taken`: the other address has a confirmed row, and nothing has changed.
     */
    async moveAddress(
      from: string,
      to: string,
      at: number,
      carriedBefore: number,
    ): Promise<({ kind: 'moved' } & Moved) | { kind: 'taken' | 'none' }> {
      const { isFree, move } = moving(from, to, at, carriedBefore);
      return transaction(function* () {
        if (!(yield* isFree())) return { kind: 'taken' };
        const done = yield* move();
        return done.moved.length === 0 ? { kind: 'none' } : { kind: 'moved', ...done };
      });
    },
    moving,
    /** Unconfirmed rows made since then, by domain. */
    async unconfirmedByDomain(
      madeSince: number,
    ): Promise<{ domain: string; unconfirmed: number }[]> {
      const sql = `SELECT ${database.domainOf('a.alias_email')} AS domain, count(*) AS unconfirmed
        FROM alias_states AS s JOIN aliases AS a ON a.id = s.alias_id
        WHERE s.confirmed_at IS NULL AND s.made_at >= $1 GROUP BY 1 ORDER BY 1`;
      return (await scan(sql, [madeSince])).map(({ domain, unconfirmed }) => ({
        domain: text(domain),
        unconfirmed: number(unconfirmed),
      }));
    },
    /**
     * Deletes unconfirmed rows that were made in [madeSince, madeBefore), at most `limit`, the oldest first; their
     * names return to the pool.
     * @param made `domain` is absent: of all domains
     */
    expireUnconfirmed({
      madeSince,
      madeBefore,
      domain,
      limit,
    }: {
      madeSince: number;
      madeBefore: number;
      domain?: string;
      limit: number;
    }): Promise<Alias[]> {
      const there = domain === undefined ? '' : `AND ${database.domainOf('a.alias_email')} = $4`;
      const sql = `SELECT a.id FROM alias_states AS s JOIN aliases AS a ON a.id = s.alias_id
        WHERE s.confirmed_at IS NULL AND s.made_at >= $1 AND s.made_at < $2 ${there}
        ORDER BY s.made_at LIMIT $3`;
      const values = [madeSince, madeBefore, limit, ...(domain === undefined ? [] : [domain])];
      return transaction(() => ended([sql, values], 'unconfirmed', 0, 0));
    },
  };
}
