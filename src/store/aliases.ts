/** Aliases: made, found, switched and counted. */

import { randomUUID } from 'node:crypto';
import { hasEnded } from '#rules/ownership.ts';
import {
  type Alias,
  type InitialState,
  type NewAlias,
  OWNED,
  type OwnedAlias,
  toAlias,
  toOwnedAlias,
} from './alias.ts';
import type { Database } from './database.ts';
import { INSERT_ALIAS, provenUser } from './owners/another.ts';
import type { DeletionSteps } from './owners/deletion-steps.ts';
import {
  bit,
  insertion,
  number,
  type Row,
  type StatementSteps,
  text,
  writing,
} from './statements.ts';
import { isStorable, isUuid, unstorableColumn } from './storable.ts';
import type { Insertion, OwnerStore, Store } from './store.ts';
import { RowRefused } from './errors.ts';

type AliasStore = Pick<
  Store,
  | 'insertAlias'
  | 'aliasesOf'
  | 'aliasNamesOf'
  | 'shortAliasOf'
  | 'aliasById'
  | 'isRetired'
  | 'setActive'
  | 'hasAliases'
  | 'countByDomain'
>;

type Options = {
  database: Database;
  /** The database's, for lookups. */
  read: Database['read'];
  block: OwnerStore['block'];
  ended: DeletionSteps;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Of the alias $1. */
const ENDS_AT = '(SELECT ends_at FROM alias_states WHERE alias_id = $1) AS ends_at';

export function aliasStore({ database, read, block, ended, now }: Options): AliasStore {
  const { scan, transaction, lockRows, aliasCounts, isShortName } = database;
  const repeatable = writing(database.repeatable, 'aliases');
  const shortName = isShortName('alias_email');
  /**
   * The rule of rules/ownership.ts (`isTheirs`) at the moment of the change: the lock on the state waits for a pending
   * confirmation, and then reads its result. A row from before states existed has none to lock; only a node in `open`
   * switches it, if no one confirms.
   */
  const switchedBy = `WITH state AS (SELECT confirmed_at, ticket, made_at FROM alias_states WHERE alias_id = $1 ${lockRows})
    UPDATE aliases SET active = (CAST($2 AS bigint) = 1) WHERE id = $1 AND (
      real_email = $3 AND NOT EXISTS (SELECT 1 FROM state WHERE confirmed_at IS NULL AND made_at >= $6)
      OR NOT EXISTS (SELECT 1 FROM state WHERE confirmed_at IS NOT NULL)
        AND (CAST($4 AS bigint) = 1 OR EXISTS (SELECT 1 FROM state WHERE ticket = $5)))
    RETURNING *, ${ENDS_AT}`;
  const switched = `UPDATE aliases SET active = (CAST($2 AS bigint) = 1) WHERE id = $1 RETURNING *, ${ENDS_AT}`;
  const noEnd = 'UPDATE alias_states SET ends_at = NULL WHERE alias_id = $1 RETURNING 1 AS one';

  /** An expired alias is off from that moment on, even before the hourly pass has recorded it. */
  const asOfNow = ({ alias, state }: OwnedAlias): OwnedAlias =>
    hasEnded(state, now()) ? { alias: { ...alias, active: false }, state } : { alias, state };

  const isRetired = async (aliasEmail: string) => {
    const sql = 'SELECT 1 AS one FROM retired_names WHERE alias_email = $1';
    return isStorable(aliasEmail) && (await read(sql, [aliasEmail])).length > 0;
  };

  return {
    async insertAlias(alias, birth = UNCONFIRMED, since = Infinity) {
      const unstorable = unstorableColumn(alias);
      if (unstorable) return { kind: 'refused', check: unstorable };
      try {
        const made = await transaction(
          inserted(alias, { birth, since, now: now(), shortName, ended, lockRows }),
        );
        if (made.kind !== 'created' || !(await isRetired(alias.alias_email))) return made;
        // Blocked at this moment: neither of the two nodes has seen the other's row, so both look again afterwards.
        await block(alias.alias_email, now());
        return { kind: 'taken', column: 'alias_email' };
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        return { kind: 'refused', check: error.check };
      }
    },
    async aliasesOf(realEmail) {
      if (!isStorable(realEmail)) return [];
      const sql = `${OWNED} WHERE a.real_email = $1 ORDER BY a.created_at DESC, a.id`;
      return (await read(sql, [realEmail])).map(toOwnedAlias).map(asOfNow);
    },
    async aliasNamesOf(realEmail) {
      if (!isStorable(realEmail)) return [];
      // One row for all of them: of hundreds, reading each costs more than a whole reply.
      const sql = `SELECT string_agg(alias_email, ' ') AS names FROM aliases WHERE real_email = $1`;
      const [row] = await read(sql, [realEmail]);
      return row?.['names'] ? text(row['names']).split(' ') : [];
    },
    async shortAliasOf(realEmail) {
      if (!isStorable(realEmail)) return [];
      const sql = `${OWNED} WHERE a.real_email = $1 AND ${isShortName('a.alias_email')}`;
      return (await read(sql, [realEmail])).map(toOwnedAlias).map(asOfNow);
    },
    async aliasById(id) {
      if (!isUuid(id)) return undefined;
      return (await read(`${OWNED} WHERE a.id = $1`, [id])).map(toOwnedAlias).map(asOfNow)[0];
    },
    isRetired,
    async setActive(id, active, asker) {
      if (!isUuid(id)) return undefined;
      const change = (): Promise<Row[]> =>
        asker === 'anybody'
          ? repeatable(switched, [id, bit(active)])
          : repeatable(switchedBy, [
              id,
              bit(active),
              asker.email ?? null,
              bit(asker.open),
              asker.ticket ?? null,
              asker.since ?? 0,
            ]);
      const [row] = await change();
      if (row === undefined || row.ends_at === null) return row && toAlias(row);
      // A switch by hand is the last word. It runs a second time, as the hourly pass may have come in between.
      await database.repeatable(noEnd, [id], { changes: 'alias_states' });
      return (await change()).map(toAlias)[0];
    },
    async hasAliases() {
      const sql =
        'SELECT 1 AS one FROM aliases UNION ALL SELECT 1 AS one FROM retired_names LIMIT 1';
      return (await read(sql, [])).length > 0;
    },
    async countByDomain() {
      const rows = await scan(`SELECT * FROM ${aliasCounts} AS counts ORDER BY domain`, []);
      return rows.map(({ domain, active, inactive, retired }) => ({
        domain: text(domain),
        active: number(active),
        inactive: number(inactive),
        retired: number(retired),
      }));
    },
  };
}

const UNCONFIRMED: InitialState = { confirmedAt: null, ticket: null };

type Inserting = {
  birth: InitialState;
  /** As in `insertAlias`; Infinity: the row replaces none. */
  since: number;
  now: number;
  shortName: string;
  ended: DeletionSteps;
  lockRows: string;
};

/** How often an insert that loses its place to others at the same moment looks again. */
const ROUNDS = 3;

function inserted(
  { real_email, alias_email }: NewAlias,
  { birth, since, now, shortName, ended, lockRows }: Inserting,
): StatementSteps<Insertion> {
  return function* () {
    const { userId } = birth;
    if (userId !== undefined) {
      // At the moment of the insert, not of the call: a deletion or a change of address waits for it, or came first.
      const owner = yield provenUser(userId, real_email, lockRows);
      if (owner.length === 0) return { kind: 'not_owner' };
    }
    const values = [randomUUID(), real_email, alias_email, new Date(now).toISOString()];
    let replaced: Alias | undefined;
    for (let round = 1; ; round += 1) {
      const [alias] = (yield [INSERT_ALIAS, values, { changes: 'aliases' }]).map(toAlias);
      if (alias !== undefined) {
        yield insertion('alias_states', {
          alias_id: alias.id,
          confirmed_at: birth.confirmedAt,
          ticket: birth.ticket,
          made_at: now,
        });
        return { kind: 'created', alias, ...(replaced && { replaced }) };
      }
      // An address has one short name; its long ones do not count.
      const holding = `SELECT a.alias_email, s.confirmed_at, s.made_at FROM aliases AS a
        LEFT JOIN alias_states AS s ON s.alias_id = a.id WHERE a.real_email = $1 AND ${shortName}`;
      const [holder] = yield [holding, [real_email]];
      if (holder === undefined) return { kind: 'taken', column: 'alias_email' };
      const makesWay = holder.confirmed_at === null && Number(holder.made_at ?? 0) >= since;
      if (!makesWay || round === ROUNDS) return { kind: 'taken', column: 'real_email' };
      // A name that someone else has is not possible for this row either, so the other row keeps its place.
      const naming = `SELECT 1 AS one FROM aliases WHERE alias_email = $1 AND real_email <> $2
        UNION ALL SELECT 1 AS one FROM retired_names WHERE alias_email = $1`;
      if ((yield [naming, [alias_email, real_email]]).length > 0) {
        return { kind: 'taken', column: 'alias_email' };
      }
      // It has carried no mail, so its name is free again.
      const candidates = `SELECT id FROM aliases WHERE real_email = $1 AND ${shortName}`;
      const gone = yield* ended([candidates, [real_email]], 'unconfirmed', now, since);
      replaced = gone[0] ?? replaced;
    }
  };
}
