import { toState } from '../owners/state-row.ts';
import type { Alias, OwnedAlias } from '../store.ts';

/** The row in the order of the specification's table, which is the order of the columns on the wire. */
export function toAlias(row: Record<string, unknown>): Alias {
  return {
    id: String(row.id),
    real_email: String(row.real_email),
    alias_email: String(row.alias_email),
    active: row.active === 1,
    created_at: String(row.created_at),
  };
}

/** Of a row with the columns of both tables. */
export function toOwnedAlias(row: Record<string, unknown>): OwnedAlias {
  return { alias: toAlias(row), state: toState(row) };
}
