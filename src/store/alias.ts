/** A stored alias and its state, and their rows. */

import type { AliasState } from '#rules/ownership.ts';
import { number, numberOrNull, type Row, text, textOrNull, type Value } from './statements.ts';

/** A row of the table `aliases`: exactly the columns of the product specification, section 3. */
export type Alias = {
  /** Random UUID: it is the capability to switch the alias, so it must not be guessable. */
  id: string;
  /** In its canonical spelling, see src/domains/real-address.ts. */
  real_email: string;
  /** In its canonical spelling, see rules/alias.ts. */
  alias_email: string;
  active: boolean;
  /** ISO 8601 with milliseconds or finer, UTC. */
  created_at: string;
};

export type NewAlias = Pick<Alias, 'real_email' | 'alias_email'>;

/** An alias and its state: two objects, so that the JSON of a row can never widen. */
export type OwnedAlias = { alias: Alias; state: AliasState };

/** The facts about the owner that are known when the alias is made. */
export type InitialState = Pick<AliasState, 'confirmedAt' | 'ticket'> & {
  /** The user who makes it, with the real address; absent: the caller need not be its user. */
  userId?: string;
};

/** The columns of a state except its key and its creation time, and how each is read. */
export const STATE = {
  confirmed_at: numberOrNull,
  ticket: textOrNull,
  paused_until: numberOrNull,
  link_epoch: numberOrNull,
  reply_body: textOrNull,
  ends_at: numberOrNull,
  known_only: numberOrNull,
  has_blocked: numberOrNull,
} satisfies Record<string, (column: unknown) => Value>;

/** The same for a SELECT in which the state is `s`. */
export const STATE_COLUMNS = Object.keys(STATE)
  .map((column) => `s.${column}`)
  .join(', ');

/** Alias and state, in one statement; the alias is `a`, its state `s`. */
export const OWNED = `SELECT a.id, a.real_email, a.alias_email, a.active, a.created_at, ${STATE_COLUMNS}
  FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id`;

/** The row in the order of the specification's table, which is the order of the columns on the wire. */
export function toAlias(row: Row): Alias {
  return {
    id: text(row.id),
    real_email: text(row.real_email),
    alias_email: text(row.alias_email),
    // 0 and 1 in SQLite.
    active: row.active === true || row.active === 1,
    created_at:
      row.created_at instanceof Date ? row.created_at.toISOString() : text(row.created_at),
  };
}

/** Of a row of `OWNED`; all columns of the state are null if there is none. */
export function toOwnedAlias(row: Row): OwnedAlias {
  const state = {
    confirmedAt: numberOrNull(row.confirmed_at),
    ticket: textOrNull(row.ticket),
    pausedUntil: numberOrNull(row.paused_until),
    linkEpoch: number(row.link_epoch ?? 0),
    replyBody: replyBody(row.reply_body),
    endsAt: numberOrNull(row.ends_at),
    knownOnly: isSet(row.known_only),
    hasBlocked: isSet(row.has_blocked),
  };
  return { alias: toAlias(row), state };
}

/** Null if the owner has chosen nothing. */
export const replyBody = (column: unknown): AliasState['replyBody'] =>
  column === 'refuse' ? 'refuse' : 'replace';

/** Whether a flag is 1; null counts as 0. */
export const isSet = (column: unknown): boolean => Number(column) === 1;
