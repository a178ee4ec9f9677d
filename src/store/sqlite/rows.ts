import type { Alias } from '../store.ts';

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
