import { number, numberOrNull, type Row, textOrNull } from '../statements.ts';
import type { Alias } from '../alias.ts';

/** A row of `alias_states` without its key. */
export type StoredState = {
  confirmed_at: number | null;
  ticket: string | null;
  paused_until: number | null;
  link_epoch: number;
  reply_body: string | null;
  ends_at: number | null;
  known_only: number | null;
  has_blocked: number | null;
  made_at: number;
};

/** An alias in a move: the row, and its state where it has one. */
export type StoredAlias = { alias: Alias; state: StoredState | undefined };

/** The state in a row of `aliases LEFT JOIN alias_states`. */
export function storedState(row: Row): StoredState | undefined {
  if (row.made_at === null) return undefined;
  return {
    confirmed_at: numberOrNull(row.confirmed_at),
    ticket: textOrNull(row.ticket),
    paused_until: numberOrNull(row.paused_until),
    link_epoch: number(row.link_epoch),
    reply_body: textOrNull(row.reply_body),
    ends_at: numberOrNull(row.ends_at),
    known_only: numberOrNull(row.known_only),
    has_blocked: numberOrNull(row.has_blocked),
    made_at: number(row.made_at),
  };
}
