/** How many letters an address has had. It is known by a keyed hash alone. */

import { insertRow, number, type Statements, text } from './statements.ts';

export type LetterBudget = {
  /** HMAC of the folded address. */
  address: string;
  /** The day that `today` counts for, in days since 1970. */
  day: number;
  today: number;
  /** Letters in a row of which none was used. */
  ignored: number;
  /** When the last one left; 0: never. */
  last: number;
  /** No letter before: a report came back, or somebody said 'not me'. 0: none. */
  stoppedUntil: number;
};

export type LetterBudgetStore = {
  find(address: string): Promise<LetterBudget | undefined>;
  /**
   * Counts one letter, if the row is still the one that was looked at.
   * @param seen undefined: there was none
   * @returns false where another request was faster: look again
   */
  spend(next: LetterBudget, seen: LetterBudget | undefined): Promise<boolean>;
  /** A letter was used: none is ignored any more. */
  used(address: string): Promise<void>;
  stop(address: string, until: number): Promise<void>;
};

export function letterBudgetStore(statements: Statements): LetterBudgetStore {
  const { read, write } = statements;
  return {
    async find(address) {
      const [row] = await read('SELECT * FROM auth_letter_budget WHERE address = $1', [address]);
      return (
        row && {
          address: text(row.address),
          day: number(row.day),
          today: number(row.today),
          ignored: number(row.ignored),
          last: number(row.last),
          stoppedUntil: number(row.stopped_until),
        }
      );
    },
    async spend({ address, day, today, ignored, last, stoppedUntil }, seen) {
      const row = { address, day, today, ignored, last, stopped_until: stoppedUntil };
      if (seen === undefined) return insertRow(statements, 'auth_letter_budget', row);
      const sql = `UPDATE auth_letter_budget SET day = $2, today = $3, ignored = $4, last = $5
        WHERE address = $1 AND day = $6 AND today = $7 AND ignored = $8 AND last = $9
        RETURNING 1 AS one`;
      const was = [seen.day, seen.today, seen.ignored, seen.last];
      return (await write(sql, [address, day, today, ignored, last, ...was])).length > 0;
    },
    async used(address) {
      const sql = 'UPDATE auth_letter_budget SET ignored = 0 WHERE address = $1 RETURNING 1 AS one';
      await write(sql, [address]);
    },
    async stop(address, until) {
      const sql = `INSERT INTO auth_letter_budget (address, day, today, ignored, last, stopped_until)
        VALUES ($1, 0, 0, 0, 0, $2)
        ON CONFLICT (address) DO UPDATE SET stopped_until = excluded.stopped_until RETURNING 1 AS one`;
      await write(sql, [address, until]);
    },
  };
}
