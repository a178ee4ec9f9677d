/**
 * Rows that a session leaves behind: keys, codes, passkeys, linked accounts, further sessions. None is written once the
 * session has ended, and no session begins by what has ended itself.
 */

import type { Step } from '../statements.ts';

/**
 * The step that reads whether a session still exists: one row, or none. It locks user and session: the end of the
 * session waits for the transaction and finds what it has written, or came first.
 */
export const standingSession = (
  { userId, sessionId }: { userId: string; sessionId: string },
  lockRows: string,
): Step => [
  `SELECT 1 AS one FROM auth_users AS u JOIN auth_sessions AS s ON s.user_id = u.id
    WHERE u.id = $1 AND s.id = $2 ${lockRows}`,
  [userId, sessionId],
];

/** The proof of a sign-in, which may end before its session begins: another session's code, a passkey, a letter's address. */
export type SignInProof = { session: string } | { passkey: string } | { address: string };

/** The same step for the proof of a sign-in. */
export function standingProof(userId: string, by: SignInProof, lockRows: string): Step {
  if ('session' in by) return standingSession({ userId, sessionId: by.session }, lockRows);
  if ('address' in by) {
    const sql = `SELECT 1 AS one FROM auth_users WHERE id = $1 AND email = $2 ${lockRows}`;
    return [sql, [userId, by.address]];
  }
  const sql = `SELECT 1 AS one FROM auth_users AS u JOIN auth_passkeys AS p ON p.user_id = u.id
    WHERE u.id = $1 AND p.id = $2 ${lockRows}`;
  return [sql, [userId, by.passkey]];
}
