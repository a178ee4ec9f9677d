/** Owners' changes to their aliases: one statement each, the same on either database. */

import type { AliasState } from '#rules/ownership.ts';
import type { Alias, OwnedAlias } from '../alias.ts';
import { bit, number, type Statements, text, writing } from '../statements.ts';
import { isStorable, isUuid } from '../storable.ts';
import { columnOf } from '../table.ts';

/** The settings of an alias that its owner chooses. */
const SETTINGS = ['pausedUntil', 'replyBody', 'endsAt', 'knownOnly'] as const;
export type OwnerSettings = Pick<AliasState, (typeof SETTINGS)[number]>;

/** A link holds the epoch in two octets. */
const EPOCHS = 65_536;

/** The alias is $1, its owner $2. */
const IS_OWNERS = `alias_id = $1 AND confirmed_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM aliases WHERE id = $1 AND real_email = $2)`;

/** Records the expiries that have passed at $1. */
const ENDED = `UPDATE aliases SET active = (CAST(0 AS bigint) = 1) WHERE active = (CAST(1 AS bigint) = 1)
  AND id IN (SELECT alias_id FROM alias_states WHERE ends_at <= $1)`;

/** The store's lookups. */
type Aliases = {
  aliasesOf(realEmail: string): Promise<OwnedAlias[]>;
  aliasById(id: string): Promise<OwnedAlias | undefined>;
};

export function ownerChanges(statements: Statements, store: Aliases, now: () => number) {
  const write = writing(statements.write, 'alias_states');
  const writeAliases = writing(statements.write, 'aliases');
  return {
    /**
     * Confirms aliases of a proven address.
     * @param id the alias to confirm; absent: all of the address
     * @returns the rows that became confirmed by this; their tickets are void
     */
    async confirm(realEmail: string, at: number, id?: string): Promise<Alias[]> {
      if (!isStorable(realEmail) || (id !== undefined && !isUuid(id))) return [];
      const one = id === undefined ? '' : 'AND id = $3';
      const sql = `INSERT INTO alias_states (alias_id, confirmed_at, link_epoch, made_at)
        SELECT id, CAST($2 AS bigint), 0, CAST($2 AS bigint) FROM aliases WHERE real_email = $1 ${one}
        ON CONFLICT (alias_id) DO UPDATE SET confirmed_at = excluded.confirmed_at, ticket = NULL
        WHERE alias_states.confirmed_at IS NULL RETURNING alias_id`;
      const rows = await write(sql, [realEmail, at, ...(id === undefined ? [] : [id])]);
      const confirmed = rows.map(({ alias_id }) => text(alias_id));
      if (confirmed.length === 0) return [];
      const aliases = (await store.aliasesOf(realEmail)).map(({ alias }) => alias);
      return aliases.filter((alias) => confirmed.includes(alias.id));
    },
    /** @param setting one of them @returns undefined if the alias is unknown, unconfirmed or another's */
    async change(
      id: string,
      setting: Partial<OwnerSettings>,
      owner: string,
    ): Promise<OwnedAlias | undefined> {
      const name = SETTINGS.find((one) => one in setting);
      if (!isUuid(id) || !isStorable(owner) || name === undefined) return undefined;
      const value = setting[name];
      // An expiry that has passed stays: another choice does not switch the alias on again.
      if (name === 'endsAt')
        await writeAliases(`${ENDED} AND id = $2 RETURNING 1 AS one`, [now(), id]);
      const sql = `UPDATE alias_states SET ${columnOf(name)} = $3 WHERE ${IS_OWNERS} RETURNING alias_id`;
      const rows = await write(sql, [
        id,
        owner,
        typeof value === 'boolean' ? bit(value) : (value ?? null),
      ]);
      return rows.length > 0 ? store.aliasById(id) : undefined;
    },
    /**
     * Records expiries that have passed as a switch: readers through the store see them at their moment anyway.
     * @returns the number of aliases
     */
    async switchOffEnded(at: number): Promise<number> {
      return (await writeAliases(`${ENDED} RETURNING 1 AS one`, [at])).length;
    },
    /** Voids the links that switch forwarding off. @returns the new epoch; undefined as in `change` */
    async renewLink(id: string, owner: string): Promise<number | undefined> {
      if (!isUuid(id) || !isStorable(owner)) return undefined;
      const sql = `UPDATE alias_states SET link_epoch = (link_epoch + 1) % ${EPOCHS}
        WHERE ${IS_OWNERS} RETURNING link_epoch`;
      return (await write(sql, [id, owner])).map(({ link_epoch }) => number(link_epoch))[0];
    },
  };
}
