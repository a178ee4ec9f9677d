/** Deletes rows, and requested changes of address, that nobody can use any more. */

import { UNVERIFIED_MS } from './factors.ts';
import type { Statements } from './statements.ts';

const DAY_MS = 86_400_000;
/** The lifetime of a session without a refresh. */
const SESSION_MS = 180 * DAY_MS;
/** The lifetime of an unproven address, and longer while a letter to it works. */
const UNCONFIRMED_MS = 7 * DAY_MS;

/** A provider's last answer is on its way, and prolongs the flow: several requests to it, of seconds each. */
const ANSWER_MS = 60_000;

/** A requested change of address stays while its letters work: this long at least. */
const CHANGE_MS = DAY_MS;

/** Tables whose rows belong to a user. A flow may have no user yet. */
const OWNED = [
  'auth_identities',
  'auth_sessions',
  'auth_one_time',
  'auth_factors',
  'auth_passkeys',
];

/** @returns the number of deleted rows and changes */
export async function sweep({ write }: Statements, now: number): Promise<number> {
  const expired: [sql: string, before: number][] = [
    ['auth_one_time WHERE link_until <= $1 AND code_until <= $1 AND retry_at IS NULL', now],
    ['auth_flows WHERE until <= $1', now - ANSWER_MS],
    ['auth_challenges WHERE until <= $1', now],
    ['auth_sessions WHERE refreshed_at <= $1', now - SESSION_MS],
    ['auth_factors WHERE verified = 0 AND created_at <= $1', now - UNVERIFIED_MS],
    // After the expired letters: a later one may still work, or be on its way.
    [
      `auth_users WHERE confirmed_at IS NULL AND anonymous = 0 AND created_at <= $1
        AND NOT EXISTS (SELECT 1 FROM auth_one_time AS letter WHERE letter.user_id = auth_users.id)`,
      now - UNCONFIRMED_MS,
    ],
    ['auth_letter_budget WHERE forget_at <= $1 AND stopped_until <= $1', now],
  ];
  let rows = 0;
  for (const [what, before] of expired) {
    rows += (await write(`DELETE FROM ${what} RETURNING 1 AS one`, [before])).length;
  }
  // The letters of a change that was requested a moment ago are not written yet.
  const changes = `UPDATE auth_users SET new_email = NULL, new_email_step = 0
    WHERE new_email IS NOT NULL AND updated_at <= $1 AND NOT EXISTS (SELECT 1 FROM auth_one_time AS letter
      WHERE letter.user_id = auth_users.id AND letter.kind IN ('email_change_current', 'email_change_new'))
    RETURNING 1 AS one`;
  rows += (await write(changes, [now - CHANGE_MS])).length;
  for (const table of OWNED) {
    const sql = `DELETE FROM ${table}
      WHERE NOT EXISTS (SELECT 1 FROM auth_users WHERE auth_users.id = ${table}.user_id) RETURNING 1 AS one`;
    rows += (await write(sql, [])).length;
  }
  return rows;
}
