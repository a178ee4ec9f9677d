/** The ledger of deliveries; src/mail/ledger/ledger.ts says what it holds. */

import type { Database } from './database.ts';
import { deleteRows } from './delete-rows.ts';
import type { Store } from './store.ts';

const WRITE = `INSERT INTO ledger (key, code, enhanced, expires) VALUES ($1, $2, $3, $4)
  ON CONFLICT (key) DO UPDATE
  SET code = excluded.code, enhanced = excluded.enhanced, expires = excluded.expires`;

const WRITE_UNLESS_DELIVERED = `${WRITE} WHERE ledger.code <> 250 OR ledger.expires <= $5`;

export function ledgerStore(database: Database): Pick<Store, 'remember' | 'forgetExpired'> {
  return {
    async remember(key, { code, enhanced }, expires, unlessDelivered) {
      const entry = [key, code, enhanced, expires];
      await (unlessDelivered === undefined
        ? database.repeatable(WRITE, entry)
        : database.repeatable(WRITE_UNLESS_DELIVERED, [...entry, unlessDelivered]));
    },
    forgetExpired: (now) =>
      deleteRows(database, { table: 'ledger', time: 'expires', until: now, key: 'key' }),
  };
}
