/** The store's ledger in memory. */

import type { LedgerEntry } from '#store/store.ts';

export function ledgerTable() {
  const entries = new Map<string, { entry: LedgerEntry; expires: number }>();
  return {
    entries,
    recall: async (key: Buffer, now: number) => {
      const found = entries.get(key.toString('hex'));
      return found !== undefined && found.expires > now ? found.entry : undefined;
    },
    remember: async (key: Buffer, entry: LedgerEntry, expires: number) => {
      entries.set(key.toString('hex'), { entry, expires });
    },
  };
}
