/** One more alias for an owner who may have several. */

import { aliasNumber } from '#rules/alias.ts';
import { type Alias, toAlias } from '../alias.ts';
import type { Database } from '../database.ts';
import { insertion, number, type Step, text } from '../statements.ts';
import { type AliasNote, insertingNote } from './notes.ts';

export type AnotherAlias = {
  /** A random UUID. */
  id: string;
  alias_email: string;
  userId: string;
  /** The address of the user's row, proven. */
  owner: string;
  /** The number of aliases that an address may have if it has no number of its own. */
  most: number;
  note: Pick<AliasNote, 'note' | 'site'>;
  /** Milliseconds since 1970. */
  at: number;
};

export type AnotherInsertion =
  | { kind: 'created'; alias: Alias }
  /** The owner has as many as the address may have, or more. */
  | { kind: 'full' }
  /** The name, or the number that the id gives the alias (rules/alias.ts), belongs to another alias. */
  | { kind: 'taken'; what: 'name' | 'number' }
  /** The user was deleted, or has another address by now. */
  | { kind: 'not_owner' };

/** The step that locks a user's row: one row, or none if the user has not proven this address, or is gone. */
export const provenUser = (userId: string, address: string, lockRows: string): Step => [
  `SELECT 1 AS one FROM auth_users
    WHERE id = $1 AND email = $2 AND confirmed_at IS NOT NULL AND anonymous = 0 ${lockRows}`,
  [userId, address],
];

/** Both as in Store. */
type Names = {
  isRetired: (aliasEmail: string) => Promise<boolean>;
  block: (aliasEmail: string, at: number) => Promise<unknown>;
};

/**
 * Inserts an alias if its name is free: id, real address, name and time. Both tables have the snapshot of one moment, and
 * a retired name moves from one to the other in one transaction: so one of them has it. The unique index alone would miss
 * it.
 */
export const INSERT_ALIAS = `INSERT INTO aliases (id, real_email, alias_email, created_at) SELECT $1, $2, $3, $4
  WHERE NOT EXISTS (SELECT 1 FROM retired_names WHERE alias_email = $3)
    AND NOT EXISTS (SELECT 1 FROM aliases WHERE alias_email = $3)
  ON CONFLICT DO NOTHING RETURNING *`;

export function anotherAlias({ transaction, lockRows }: Database, { isRetired, block }: Names) {
  return {
    /**
     * Makes a confirmed alias with its state and note, or nothing. Two of one owner at once, on any nodes, never exceed
     * the limit of the address: each counts while it holds the lock on the user's row. A retired name counts as taken.
     */
    async another(wanted: AnotherAlias): Promise<AnotherInsertion> {
      const { id, alias_email, userId, owner, most, note, at } = wanted;
      const plan = 'SELECT aliases FROM plans WHERE address = $1';
      const has = `SELECT a.id, s.confirmed_at FROM aliases AS a JOIN alias_states AS s ON s.alias_id = a.id
        WHERE a.real_email = $1`;
      const made = await transaction<AnotherInsertion>(function* () {
        if ((yield provenUser(userId, owner, lockRows)).length === 0) return { kind: 'not_owner' };
        const [own] = yield [plan, [owner]];
        const rows = yield [has, [owner]];
        const confirmed = rows.filter((row) => row.confirmed_at !== null).length;
        if (confirmed >= (own === undefined ? most : number(own.aliases))) return { kind: 'full' };
        const numbers = rows.map((row) => aliasNumber(text(row.id)));
        if ([0, ...numbers].includes(aliasNumber(id))) return { kind: 'taken', what: 'number' };
        const values = [id, owner, alias_email, new Date(at).toISOString()];
        const [alias] = (yield [INSERT_ALIAS, values, { changes: 'aliases' }]).map(toAlias);
        if (alias === undefined) return { kind: 'taken', what: 'name' };
        yield insertion('alias_states', { alias_id: id, confirmed_at: at, made_at: at });
        const hasNote = note.note !== null || note.site !== null;
        if (hasNote) yield insertingNote({ aliasId: id, ...note, pinned: false, changedAt: at });
        return { kind: 'created', alias };
      });
      if (made.kind !== 'created' || !(await isRetired(alias_email))) return made;
      // Blocked at this moment: neither of the two nodes has seen the other's row, so both look again afterwards.
      await block(alias_email, at);
      return { kind: 'taken', what: 'name' };
    },
  };
}
