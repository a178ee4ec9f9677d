/** Sessions whose second factor is removed. */

import { type StatementSteps, text } from '../statements.ts';

/**
 * Steps of a transaction: a user's sessions lose these methods, and fall to aal1 without another one of `secondFactors`. Their
 * refresh tokens stay valid.
 */
export function* lowerSessions(
  userId: string,
  { lost, secondFactors }: { lost: readonly string[]; secondFactors: readonly string[] },
  lockRows: string,
): ReturnType<StatementSteps<void>> {
  const raised = `SELECT id, amr FROM auth_sessions WHERE user_id = $1 AND aal = 2 ORDER BY id ${lockRows}`;
  for (const { id, amr } of yield [raised, [userId]]) {
    const methods: { method: string }[] = JSON.parse(text(amr));
    const left = methods.filter(({ method }) => !lost.includes(method));
    const aal = left.some(({ method }) => secondFactors.includes(method)) ? 2 : 1;
    const sql = 'UPDATE auth_sessions SET aal = $2, amr = $3 WHERE id = $1 RETURNING 1 AS one';
    yield [sql, [text(id), aal, JSON.stringify(left)], { changes: 'auth_sessions' }];
  }
}
