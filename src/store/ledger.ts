/** The ledger of deliveries; src/mail/ledger/ledger.ts says what it holds. */

import type { Database } from './database.ts';
import { deleteRows } from './delete-rows.ts';
import type { Store } from './store.ts';

export function ledgerStore(database: Database): Pick<Store, 'remember' | 'forgetExpired'> {
  return {
    async remember(key, { code, enhanced }, expires) {
      const sql = `INSERT INTO ledger (key, code, enhanced, expires) VALUES ($1, $2, $3, $4)
        ON CONFLICT (key) DO UPDATE
        SET code = excluded.code, enhanced = excluded.enhanced, expires = excluded.expires`;
      await database.repeatable(sql, [key, code, enhanced, expires]);
    },
    forgetExpired: (now) =>
      deleteRows(database, { table: 'ledger', time: 'expires', until: now, key: 'key' }),
  };
}
