/** The times at which letters were sent to an address, a domain, and an address block, each stored as a keyed hash. */

import { type Statements, text, writing } from '../statements.ts';
import { type Column, type EntryOf, FLAG, NUMBER, Table, TEXT } from '../table.ts';

const TIMES: Column<readonly number[]> = {
  read: (value) => (value === '' ? [] : text(value).split(' ').map(Number)),
  write: (times) => times.join(' '),
};

const COUNTS = new Table('auth_letter_budget', {
  /** Keyed hash of the address, domain or address block. */
  key: TEXT,
  /** The times at which the latest letters were sent, oldest first: as many as the limit covers. */
  times: TIMES,
  /** Whether any of them was ever used. */
  used: FLAG,
  /** No letter before this time: a letter bounced, or a recipient clicked 'not me'. 0: none. */
  stoppedUntil: NUMBER,
});
export type LetterCount = EntryOf<typeof COUNTS>;

export type LetterBudgetStore = ReturnType<typeof letterBudgetStore>;

export function letterBudgetStore(statements: Statements) {
  const { read } = statements;
  const write = writing(statements.write, 'auth_letter_budget');
  return {
    async find(key: string): Promise<LetterCount | undefined> {
      const rows = await read('SELECT * FROM auth_letter_budget WHERE key = $1', [key]);
      return rows.map(COUNTS.read)[0];
    },
    /**
     * Writes the times of letters, if they are unchanged since they were read.
     * @param next `forgetAt`: the time from which the row has no meaning
     * @param seen undefined: there was no row
     * @returns false if another request was faster: read again
     */
    async count(
      { key, times, forgetAt }: { key: string; times: readonly number[]; forgetAt: number },
      seen: LetterCount | undefined,
    ): Promise<boolean> {
      if (seen === undefined) {
        const row = { key, times, used: false, stoppedUntil: 0 };
        return COUNTS.insert(statements, row, { forget_at: forgetAt });
      }
      const sql = `UPDATE auth_letter_budget SET times = $2, forget_at = $3
        WHERE key = $1 AND times = $4 RETURNING 1 AS one`;
      const values = [key, TIMES.write(times), forgetAt, TIMES.write(seen.times)];
      return (await write(sql, values)).length > 0;
    },
    /** A letter was used. @param forgetAt of a new row; absent: no new row is made */
    async used(key: string, forgetAt?: number): Promise<void> {
      const set = 'used = 1';
      await (forgetAt === undefined
        ? write(`UPDATE auth_letter_budget SET ${set} WHERE key = $1`, [key])
        : write(
            `INSERT INTO auth_letter_budget (key, times, used, stopped_until, forget_at)
              VALUES ($1, '', 1, 0, $2) ON CONFLICT (key) DO UPDATE SET ${set}`,
            [key, forgetAt],
          ));
    },
    /** No letter until then; an existing stop that lasts longer stays. */
    async stop(key: string, until: number): Promise<void> {
      const sql = `INSERT INTO auth_letter_budget (key, times, used, stopped_until, forget_at)
        VALUES ($1, '', 0, $2, $2) ON CONFLICT (key) DO UPDATE SET stopped_until = CASE
          WHEN auth_letter_budget.stopped_until < excluded.stopped_until THEN excluded.stopped_until
          ELSE auth_letter_budget.stopped_until END`;
      await write(sql, [key, until]);
    },
    /** Forgets the times, and a stop; whether a letter was used stays. */
    async clear(key: string): Promise<void> {
      await write("UPDATE auth_letter_budget SET times = '', stopped_until = 0 WHERE key = $1", [
        key,
      ]);
    },
  };
}
