/** The ledger of deliveries; src/mail/ledger/ledger.ts explains its content. */

import type { Database } from './database.ts';
import { deleteRows } from './delete-rows.ts';
import type { Store } from './store.ts';

const WRITE = `INSERT INTO ledger (key, code, enhanced, expires) VALUES ($1, $2, $3, $4)
  ON CONFLICT (key) DO UPDATE
  SET code = excluded.code, enhanced = excluded.enhanced, expires = excluded.expires`;

const WRITE_UNLESS_DELIVERED = `${WRITE} WHERE ledger.code <> 250 OR ledger.expires <= $5`;

const WRITE_OVER_NOTE = `${WRITE} WHERE ledger.code <> 250 AND ledger.expires = $5`;

export function ledgerStore(database: Database): Pick<Store, 'remember' | 'forgetExpired'> {
  return {
    async remember(key, { code, enhanced }, expires, only) {
      const entry = [key, code, enhanced, expires];
      const change = { changes: 'ledger', added: key } as const;
      if (only === undefined) await database.repeatable(WRITE, entry, change);
      else if ('noteUntil' in only)
        await database.repeatable(WRITE_OVER_NOTE, [...entry, only.noteUntil], change);
      else
        await database.repeatable(WRITE_UNLESS_DELIVERED, [...entry, only.undeliveredAt], change);
    },
    forgetExpired: (now) =>
      deleteRows(database, { table: 'ledger', time: 'expires', until: now, key: 'key' }),
  };
}
