import type { ISql, Sql } from 'postgres';
import { isUnanswered } from './errors.ts';

/**
 * Runs statements in one transaction.
 *
 * If the connection is closed under a statement, postgres.js 3.4.9 writes its ROLLBACK to the closed socket: an
 * uncaught TypeError, which ends the process (its issue 1208). It rejects the transaction by itself at the close, so
 * `work` does not report an error to it then.
 * @param timeout milliseconds after which the server cancels one of them
 */
export async function inTransaction<Result>(
  sql: Sql,
  timeout: number,
  work: (sql: ISql) => Promise<Result>,
): Promise<Result> {
  const { result } = await sql.begin(async (transaction) => {
    // Sent with the first statement, not waited for before.
    const set = transaction.unsafe(`SET LOCAL statement_timeout = ${timeout}`).execute();
    try {
      const [first] = await Promise.all([work(transaction), set]);
      return { result: first };
    } catch (error) {
      if (isUnanswered(error)) await new Promise<never>(() => {});
      throw error;
    }
  });
  return result;
}
