import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { tcpProxy } from '#support/tcp-proxy.ts';
import { StoreUnavailable } from '../errors.ts';
import { readAddress } from './address.ts';
import { DatabasePool } from './connection-pool.ts';

for (const { how, by } of [
  { how: 'closes', by: 'cut' },
  { how: 'resets', by: 'reset' },
] as const) {
  test(`where the server ${how} the connection in the middle of a transaction, the call fails and the process lives`, async (t) => {
    const url = new URL(await postgresDatabase(how));
    const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port) }, after);
    url.host = `127.0.0.1:${proxy.port}`;
    const pool = new DatabasePool(readAddress(url.href), { max: 1 });
    t.after(() => pool.close());
    const isInside = Promise.withResolvers<void>();
    const transaction = pool.transaction(async (sql) => {
      await sql`SELECT 1`;
      const waiting = sql`SELECT pg_sleep(60)`.execute();
      setImmediate(isInside.resolve);
      await waiting;
    });
    await isInside.promise;
    proxy[by]();
    await assert.rejects(transaction, StoreUnavailable);
    proxy.mend();
    await pool.transaction(async (sql) => {
      assert.deepEqual([...(await sql`SELECT 2 AS two`)], [{ two: 2 }]);
    });
  });
}
