/** Rows that a session leaves behind: keys, codes, passkeys, linked accounts, further sessions. None is written once the session has ended. */

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
