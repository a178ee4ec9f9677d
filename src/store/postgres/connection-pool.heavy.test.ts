import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { tcpProxy } from '#support/loopback.ts';
import { SILENT } from '#support/silent-log.ts';
import { StoreUnavailable } from '../errors.ts';
import { readAddress } from './address.ts';
import { DatabasePool } from './connection-pool.ts';
import { openPostgres } from './database.ts';

for (const { how, by } of [
  { how: 'closes', by: 'cut' },
  { how: 'resets', by: 'reset' },
] as const) {
  test(`if the server ${how} the connection in the middle of a transaction, the call fails and the process survives`, async (t) => {
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

test('a response that came while the process had no CPU counts, and a busy queue does not make the server look silent', async (t) => {
  const silence = 1000;
  const url = readAddress(await postgresDatabase('busy'));
  const pool = new DatabasePool(url, { max: 1, silence });
  t.after(() => pool.close());
  const pids = new Set<unknown>();
  const turn = () =>
    pool.transaction(async (sql) => {
      const [row] = await sql`SELECT pg_backend_pid() AS pid, pg_sleep(0.1)`;
      pids.add(row?.pid);
    });
  await turn();
  const queued = Promise.all(Array.from({ length: 15 }, turn));
  await endOfTurn();
  // The process is stopped, as on an overloaded machine; the one connection takes 1.5 s for the rest.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, silence + 100);
  await queued;
  assert.equal(pids.size, 1, 'the connection was not replaced');
});

test('a transaction that loses to others is tried three times', async (t) => {
  const database = await openPostgres(await postgresDatabase('tries'), SILENT, () => {});
  t.after(() => database.close());
  let tries = 0;
  const lost = `DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`;
  const transaction = database.transaction(function* () {
    tries += 1;
    yield [lost, []];
  });
  await assert.rejects(transaction, StoreUnavailable);
  assert.equal(tries, 3);
});
