/** Owners' changes to their aliases: one statement each, the same on either database. */

import type { OwnedAlias } from '../alias.ts';
import { bit, number, type Statements, text } from '../statements.ts';
import { isStorable, isUuid } from '../storable.ts';
import type { OwnerSettings, OwnerStore } from './owner-store.ts';

/** A link holds the epoch in two octets. */
const EPOCHS = 65_536;

/** The alias is $1, its owner $2. */
const IS_OWNERS = `alias_id = $1 AND confirmed_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM aliases WHERE id = $1 AND real_email = $2)`;

/** Writes the ends down that have passed at $1. */
const ENDED = `UPDATE aliases SET active = (CAST(0 AS bigint) = 1) WHERE active = (CAST(1 AS bigint) = 1)
  AND id IN (SELECT alias_id FROM alias_states WHERE ends_at <= $1)`;

const COLUMNS: ReadonlyMap<string | undefined, string> = new Map<keyof OwnerSettings, string>([
  ['pausedUntil', 'paused_until'],
  ['replyBody', 'reply_body'],
  ['endsAt', 'ends_at'],
  ['knownOnly', 'known_only'],
]);

/** The store's look-ups. */
type Aliases = {
  aliasesOf(realEmail: string): Promise<OwnedAlias[]>;
  aliasById(id: string): Promise<OwnedAlias | undefined>;
};

export function claims(
  { write }: Statements,
  store: Aliases,
  now: () => number,
): Pick<OwnerStore, 'confirm' | 'change' | 'switchOffEnded' | 'refuseReplies' | 'renewLink'> {
  return {
    async confirm(realEmail, at) {
      if (!isStorable(realEmail)) return [];
      const sql = `INSERT INTO alias_states (alias_id, confirmed_at, link_epoch, made_at)
        SELECT id, CAST($2 AS bigint), 0, CAST($2 AS bigint) FROM aliases WHERE real_email = $1
        ON CONFLICT (alias_id) DO UPDATE SET confirmed_at = excluded.confirmed_at, ticket = NULL
        WHERE alias_states.confirmed_at IS NULL RETURNING alias_id`;
      const confirmed = (await write(sql, [realEmail, at])).map(({ alias_id }) => text(alias_id));
      if (confirmed.length === 0) return [];
      const aliases = (await store.aliasesOf(realEmail)).map(({ alias }) => alias);
      return aliases.filter(({ id }) => confirmed.includes(id));
    },
    async change(id, setting, owner) {
      const [[name, value] = []] = Object.entries(setting);
      const column = COLUMNS.get(name);
      if (!isUuid(id) || !isStorable(owner) || column === undefined) return undefined;
      // An end that has passed stays one: another choice does not switch the alias on again.
      if (name === 'endsAt') await write(`${ENDED} AND id = $2 RETURNING 1 AS one`, [now(), id]);
      const sql = `UPDATE alias_states SET ${column} = $3 WHERE ${IS_OWNERS} RETURNING alias_id`;
      const rows = await write(sql, [
        id,
        owner,
        typeof value === 'boolean' ? bit(value) : (value ?? null),
      ]);
      return rows.length > 0 ? store.aliasById(id) : undefined;
    },
    async switchOffEnded(at) {
      return (await write(`${ENDED} RETURNING 1 AS one`, [at])).length;
    },
    async refuseReplies() {
      const sql = `UPDATE alias_states SET reply_body = 'refuse' WHERE reply_body IS NULL RETURNING 1 AS one`;
      await write(sql, []);
    },
    async renewLink(id, owner) {
      if (!isUuid(id) || !isStorable(owner)) return undefined;
      const sql = `UPDATE alias_states SET link_epoch = (link_epoch + 1) % ${EPOCHS}
        WHERE ${IS_OWNERS} RETURNING link_epoch`;
      return (await write(sql, [id, owner])).map(({ link_epoch }) => number(link_epoch))[0];
    },
  };
}
