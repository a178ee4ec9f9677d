/** Deletes rows, and requested changes of address, that no one can use any more. */

import { UNVERIFIED_MS } from './factors.ts';
import { OWNED } from './users.ts';
import { deleteRows, type OldRows } from '../delete-rows.ts';
import type { Statements } from '../statements.ts';

const DAY_MS = 86_400_000;
/** The lifetime of a session without a refresh. */
const SESSION_MS = 180 * DAY_MS;
/** The lifetime of an unproven address, and longer while a letter to it works. */
const UNCONFIRMED_MS = 7 * DAY_MS;

/** A provider's last response is on its way, and extends the flow: several requests to it, of seconds each. */
const ANSWER_MS = 60_000;

/** A requested change of address stays while its letters work: at least this long. */
const CHANGE_MS = DAY_MS;

/** @returns the number of deleted rows and changes */
export async function sweep(statements: Statements, now: number): Promise<number> {
  const { write } = statements;
  const expired: OldRows[] = [
    {
      table: 'auth_one_time',
      time: 'link_until',
      until: now,
      and: 'code_until <= $1 AND retry_at IS NULL',
      key: 'user_id, kind',
    },
    { table: 'auth_flows', time: 'until', until: now - ANSWER_MS, key: 'id' },
    { table: 'auth_challenges', time: 'until', until: now, key: 'id' },
    { table: 'auth_sessions', time: 'refreshed_at', until: now - SESSION_MS, key: 'id' },
    {
      table: 'auth_factors',
      time: 'created_at',
      until: now - UNVERIFIED_MS,
      and: 'verified = 0',
      key: 'id',
    },
    // After the expired letters: a later one may still work, or be on its way.
    {
      table: 'auth_users',
      time: 'created_at',
      until: now - UNCONFIRMED_MS,
      and: `confirmed_at IS NULL AND anonymous = 0
        AND NOT EXISTS (SELECT 1 FROM auth_one_time AS letter WHERE letter.user_id = auth_users.id)`,
      key: 'id',
    },
    {
      table: 'auth_letter_budget',
      time: 'forget_at',
      until: now,
      and: 'stopped_until <= $1',
      key: 'key',
    },
  ];
  let rows = 0;
  for (const old of expired) rows += await deleteRows(statements, old);
  // The letters of a change that was requested a moment ago are not written yet.
  const changes = `UPDATE auth_users SET new_email = NULL, new_email_step = 0
    WHERE new_email IS NOT NULL AND updated_at <= $1 AND NOT EXISTS (SELECT 1 FROM auth_one_time AS letter
      WHERE letter.user_id = auth_users.id AND letter.kind IN ('email_change_current', 'email_change_new'))
    RETURNING 1 AS one`;
  rows += (await write(changes, [now - CHANGE_MS], { changes: 'auth_users' })).length;
  // A flow may have no user yet.
  for (const table of OWNED.filter((one) => one !== 'auth_flows')) {
    const sql = `DELETE FROM ${table}
      WHERE NOT EXISTS (SELECT 1 FROM auth_users WHERE auth_users.id = ${table}.user_id) RETURNING 1 AS one`;
    rows += (await write(sql, [], { changes: table })).length;
  }
  return rows;
}
