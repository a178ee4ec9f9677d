/** Rows of aliases that the service or PostgreSQL cannot read: another program has written them. */

import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { isUuid } from '../storable.ts';

const ROWS = `SELECT a.*, s.confirmed_at, s.paused_until, s.link_epoch, s.made_at
  FROM aliases AS a LEFT JOIN alias_states AS s ON s.alias_id = a.id`;

/** A sentence for each of them, with its alias but without the real address. @param most sentences */
export function rowFaults(db: DatabaseSync, most: number): string[] {
  const faults: string[] = [];
  const statement = db.prepare(ROWS);
  // A number that is not safe in JavaScript would end the whole reading.
  statement.setReadBigInts(true);
  for (const row of statement.iterate()) {
    const fault = faultOf(row);
    if (fault === undefined) continue;
    faults.push(`Cannot read the row of ${String(row.alias_email)}: ${fault}.`);
    if (faults.length === most) break;
  }
  return faults;
}

function faultOf(row: Record<string, SQLOutputValue>): string | undefined {
  if (!isUuid(String(row.id))) return 'its id is not a UUID in lower case';
  if (!isTime(String(row.created_at)))
    return 'its created_at is not a time such as 2026-11-25T12:00:00.000Z';
  const large = Object.entries(row).find(
    ([, value]) => typeof value === 'bigint' && !Number.isSafeInteger(Number(value)),
  );
  return large && `its ${large[0]} is out of range`;
}

/** Whether it is written as the service writes it, and as PostgreSQL returns each time. */
function isTime(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}
