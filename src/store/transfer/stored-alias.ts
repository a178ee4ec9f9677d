import { type Alias, STATE, STATE_COLUMNS } from '../alias.ts';
import { number, type Row, type Value } from '../statements.ts';

/** A row of `alias_states` without its key, by column. */
export type StoredState = Record<string, Value>;

/** An alias in a move: the row, and its state if it has one. */
export type StoredAlias = { alias: Alias; state: StoredState | undefined };

/** The part after SELECT that reads all of it; the alias is `a`. */
export const STORED = `a.*, ${STATE_COLUMNS}, s.made_at
  FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id`;

/** The state in a row of `STORED`. */
export function storedState(row: Row): StoredState | undefined {
  if (row.made_at === null) return undefined;
  const state = Object.entries(STATE).map(([column, read]) => [column, read(row[column])] as const);
  return { ...Object.fromEntries(state), made_at: number(row.made_at) };
}
