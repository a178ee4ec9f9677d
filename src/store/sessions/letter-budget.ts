/** The times at which letters left for an address, a domain, and an address block, each stored as a keyed hash. */

import { insertRow, number, type Row, type Statements, text } from '../statements.ts';

export type LetterCount = {
  /** Keyed hash of the address, domain or address block. */
  key: string;
  /** The times at which the latest letters left, oldest first: as many as the limit covers. */
  times: readonly number[];
  /** Whether any of them was ever used. */
  used: boolean;
  /** No letter before this time: a bounce came back, or a recipient clicked 'not me'. 0: none. */
  stoppedUntil: number;
};

export type LetterBudgetStore = {
  find(key: string): Promise<LetterCount | undefined>;
  /**
   * Writes the times of letters, if they are unchanged since they were read.
   * @param seen undefined: there was no row
   * @param forgetAt the time from which the row has no meaning
   * @returns false where another request was faster: read again
   */
  count(
    next: { key: string; times: readonly number[]; forgetAt: number },
    seen: LetterCount | undefined,
  ): Promise<boolean>;
  /** A letter was used. */
  used(key: string): Promise<void>;
  /** No letter until then; an existing stop that lasts longer stays. */
  stop(key: string, until: number): Promise<void>;
  /** Forgets the times, and a stop; whether a letter was used stays. */
  clear(key: string): Promise<void>;
};

export function letterBudgetStore(statements: Statements): LetterBudgetStore {
  const { read, write } = statements;
  return {
    async find(key) {
      const sql = 'SELECT * FROM auth_letter_budget WHERE key = $1';
      return (await read(sql, [key])).map(toLetterCount)[0];
    },
    async count({ key, times, forgetAt }, seen) {
      const row = { key, times: times.join(' '), used: 0, stopped_until: 0, forget_at: forgetAt };
      if (seen === undefined) return insertRow(statements, 'auth_letter_budget', row);
      const sql = `UPDATE auth_letter_budget SET times = $2, forget_at = $3
        WHERE key = $1 AND times = $4 RETURNING 1 AS one`;
      const values = [key, row.times, forgetAt, seen.times.join(' ')];
      return (await write(sql, values)).length > 0;
    },
    async used(key) {
      const sql = 'UPDATE auth_letter_budget SET used = 1 WHERE key = $1 RETURNING 1 AS one';
      await write(sql, [key]);
    },
    async stop(key, until) {
      const sql = `INSERT INTO auth_letter_budget (key, times, used, stopped_until, forget_at)
        VALUES ($1, '', 0, $2, $2) ON CONFLICT (key) DO UPDATE SET stopped_until = CASE
          WHEN auth_letter_budget.stopped_until < excluded.stopped_until THEN excluded.stopped_until
          ELSE auth_letter_budget.stopped_until END
        RETURNING 1 AS one`;
      await write(sql, [key, until]);
    },
    async clear(key) {
      const sql = `UPDATE auth_letter_budget SET times = '', stopped_until = 0
        WHERE key = $1 RETURNING 1 AS one`;
      await write(sql, [key]);
    },
  };
}

function toLetterCount(row: Row): LetterCount {
  const times = text(row.times);
  return {
    key: text(row.key),
    times: times === '' ? [] : times.split(' ').map(Number),
    used: number(row.used) === 1,
    stoppedUntil: number(row.stopped_until),
  };
}
