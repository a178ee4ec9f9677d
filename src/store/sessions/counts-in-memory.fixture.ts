/** The rows of limits in memory, for tests whose subject is not the database: they keep the promises of its contract. */

import type { LetterBudgetStore, LetterCount } from './letter-budget.ts';

type Row = { count: LetterCount; forgetAt: number };

/** @returns also the sweeper of expired rows */
export function countsInMemory(): LetterBudgetStore & { sweep: (now: number) => Promise<number> } {
  const rows = new Map<string, Row>();
  const change = (key: string, forgetAt: number, more: Partial<LetterCount>) => {
    const { count, forgetAt: before = forgetAt } = rows.get(key) ?? {};
    const fresh = { key, times: [], used: false, stoppedUntil: 0 };
    rows.set(key, { count: { ...fresh, ...count, ...more }, forgetAt: before });
  };
  return {
    find: async (key) => rows.get(key)?.count,
    async count({ key, times, forgetAt }, seen) {
      const before = rows.get(key)?.count.times;
      if (before !== seen?.times && before?.join() !== seen?.times.join()) return false;
      change(key, forgetAt, { times });
      const row = rows.get(key);
      if (row !== undefined) row.forgetAt = forgetAt;
      return true;
    },
    async used(key, forgetAt) {
      if (rows.has(key) || forgetAt !== undefined) change(key, forgetAt ?? 0, { used: true });
    },
    async stop(key, until) {
      const { stoppedUntil = 0 } = rows.get(key)?.count ?? {};
      change(key, until, { stoppedUntil: Math.max(stoppedUntil, until) });
    },
    async clear(key) {
      if (rows.has(key)) change(key, 0, { times: [], stoppedUntil: 0 });
    },
    async sweep(now) {
      const expired = [...rows].filter(
        ([, { count, forgetAt }]) => Math.max(forgetAt, count.stoppedUntil) <= now,
      );
      for (const [key] of expired) rows.delete(key);
      return expired.length;
    },
  };
}
