import type { ISql, PendingQuery, Row } from 'postgres';
import { toState } from '../owners/state-row.ts';
import type { Alias, OwnedAlias } from '../store.ts';

/** The row in the order of the specification's table, which is the order of the columns on the wire. */
export function toAlias(row: Row): Alias {
  return {
    id: String(row.id),
    real_email: String(row.real_email),
    alias_email: String(row.alias_email),
    active: row.active === true,
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** Of a row with the columns of both tables. */
export function toOwnedAlias(row: Row): OwnedAlias {
  return { alias: toAlias(row), state: toState(row) };
}

/** Alias and state, in one statement. */
export function owned(sql: ISql): PendingQuery<Row[]> {
  return sql`
    SELECT a.id, a.real_email, a.alias_email, a.active, a.created_at,
      s.confirmed_at, s.ticket, s.paused_until, s.link_epoch
    FROM aliases a LEFT JOIN alias_states s ON s.alias_id = a.id`;
}
