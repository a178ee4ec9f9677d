/** Values that all nodes share, each under a name. */

import type { Database } from './database.ts';
import { text, writing } from './statements.ts';
import type { Store } from './store.ts';

/** @param now milliseconds since 1970 */
export function settingStore(
  database: Database,
  now: () => number,
): Pick<Store, 'setting' | 'changeSetting' | 'takesWrites'> {
  const { read } = database;
  const repeatable = writing(database.repeatable, 'settings');
  return {
    async setting(name, initial) {
      const [kept] = await read('SELECT value FROM settings WHERE name = $1', [name]);
      if (kept !== undefined) return text(kept.value);
      const value = typeof initial === 'string' ? initial : await initial();
      // Another node may have been faster: its value stays.
      const sql = `INSERT INTO settings (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value`;
      const [row] = await repeatable(sql, [name, value]);
      return text(row?.value);
    },
    async changeSetting(name, from, to) {
      const sql = 'UPDATE settings SET value = $1 WHERE name = $2 AND value = $3 RETURNING name';
      return (await repeatable(sql, [to, name, from])).length > 0;
    },
    async takesWrites() {
      // A flushed write: nothing else shows that the disk has space and is not read-only. It takes a millisecond, and
      // app/observe/healthy.ts makes at most one a second.
      const sql = `INSERT INTO settings (name, value) VALUES ('last ping', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
      await repeatable(sql, [new Date(now()).toISOString()]);
    },
  };
}
