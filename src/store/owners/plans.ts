/** The number of aliases that single addresses may have, in place of the setting. */

import { number, type Statements, writing } from '../statements.ts';
import { isStorable } from '../storable.ts';

export type PlanStore = ReturnType<typeof planStore>;

/** Addresses are canonical. All methods reject like those of Store. */
export function planStore(statements: Statements) {
  const { read } = statements;
  const write = writing(statements.write, 'plans');
  return {
    /** The address's own number; undefined: that of the setting applies. */
    async of(address: string): Promise<number | undefined> {
      if (!isStorable(address)) return undefined;
      const sql = 'SELECT aliases FROM plans WHERE address = $1';
      return (await read(sql, [address])).map((row) => number(row.aliases))[0];
    },
    /** Whether any address has a number of its own. */
    async any(): Promise<boolean> {
      return (await read('SELECT 1 AS one FROM plans LIMIT 1', [])).length > 0;
    },
    async set(address: string, aliases: number): Promise<void> {
      const sql = `INSERT INTO plans (address, aliases) VALUES ($1, $2)
        ON CONFLICT (address) DO UPDATE SET aliases = excluded.aliases RETURNING 1 AS one`;
      await write(sql, [address, aliases]);
    },
    /** Removes the address's own number. */
    async end(address: string): Promise<void> {
      await write('DELETE FROM plans WHERE address = $1', [address]);
    },
  };
}
