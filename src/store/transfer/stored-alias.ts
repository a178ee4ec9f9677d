import type { Alias } from '../store.ts';

/** A row of `alias_states` but its key. */
export type StoredState = {
  confirmed_at: number | null;
  ticket: string | null;
  paused_until: number | null;
  link_epoch: number;
  made_at: number;
};

/** An alias as it is moved: the row, and the one beside it where there is one. */
export type StoredAlias = { alias: Alias; state: StoredState | undefined };

/** The state in a row of `aliases LEFT JOIN alias_states`. */
export function storedState(row: Record<string, unknown>): StoredState | undefined {
  if (row.made_at === null) return undefined;
  const optional = (value: unknown) => (value === null ? null : Number(value));
  return {
    confirmed_at: optional(row.confirmed_at),
    ticket: row.ticket === null ? null : String(row.ticket),
    paused_until: optional(row.paused_until),
    link_epoch: Number(row.link_epoch),
    made_at: Number(row.made_at),
  };
}
