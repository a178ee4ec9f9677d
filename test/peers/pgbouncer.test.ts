import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { storeContract } from '#store/store.contract.ts';
import { openStore } from '#store/open.ts';
import { readAddress } from '#store/postgres/address.ts';
import { DatabasePool } from '#store/postgres/connection-pool.ts';
import { knownPooler } from '#store/postgres/pooler.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import { openPostgresStore } from '#store/open.ts';
import { StoreUnavailable } from '#store/store.ts';
import { migrateTo } from '#store/transfer/migrate-to.ts';
import { ALIAS, oneAlias } from '#support/service-in-process.ts';
import { postgresServer } from '#support/postgres.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { startPgBouncer } from './servers/pgbouncer.ts';

/** Fewer than one of our stores would use. */
const CONNECTIONS = 3;
const options = { now: Date.now, log: SILENT };
const row = (number: number) => ({
  real_email: `real${number}@example.org`,
  alias_email: `alias-${number}@a.test`,
});

const server = await postgresServer(after);
const direct = (name: string) => server.database(name);

for (const mode of ['session', 'transaction'] as const) {
  // In session mode a client keeps a connection until it disconnects.
  const connections = mode === 'session' ? 20 : CONNECTIONS;
  const pooled = async (name: string) =>
    startPgBouncer(after, await direct(`${mode}_${name}`), mode, connections);

  const contract = await pooled('contract');
  storeContract(`the store with PgBouncer in ${mode} mode`, (now) =>
    openPostgresStore(contract, { now, log: SILENT }),
  );

  describe(`PgBouncer in ${mode} mode`, () => {
    test('concurrent calls, from two nodes, each get their answer', async () => {
      const url = await pooled('load');
      const stores = await Promise.all([openStore(url, options), openStore(url, options)]);
      const calls = Array.from({ length: 400 }, async (_, i) => {
        const store = stores[i % 2];
        assert.ok(store);
        const { alias_email, real_email } = row(1000 + i);
        assert.equal((await store.insertAlias({ alias_email, real_email })).kind, 'created');
        assert.equal((await store.aliasByAddress(alias_email))?.alias.real_email, real_email);
        await store.remember(Buffer.alloc(32, i), { code: 250, enhanced: '2.0.0' }, 1e15);
        assert.equal((await store.recall(Buffer.alloc(32, i), 0))?.code, 250);
      });
      await Promise.all(calls);
      await Promise.all(stores.map((store) => store.close()));
    });

    test('the server cancels a statement that takes too long', async () => {
      const address = await knownPooler(readAddress(await pooled('slow')));
      assert.ok(address.pooled);
      const pool = new DatabasePool(address, { max: 1, statementTimeout: 50 });
      await assert.rejects(
        pool.run((sql) => sql`SELECT pg_sleep(60)`),
        (error) => error instanceof StoreUnavailable && /57014/.test(String(error.cause)),
      );
      await pool.close();
    });

    test('two nodes share their counts', async () => {
      const url = await pooled('counts');
      await (await openStore(url, options)).close();
      const opened = [await openSharedCounts(url), await openSharedCounts(url)];
      const nodes = opened.filter((node) => node !== undefined);
      const now = Date.now();
      const count = (uses: number) =>
        nodes.map((node) => node.add('block', uses, { ms: 60_000, now }));
      await Promise.all(Array.from({ length: 25 }, () => count(2)).flat());
      const last = await Promise.all(count(0));
      const total = { uses: 100, until: now + 60_000 };
      assert.deepEqual(last, [total, total]);
      await Promise.all(nodes.map((node) => node.close()));
    });

    test('the whole service works while its connections are replaced', async (t) => {
      const url = await direct(`${mode}_service`);
      const DATABASE_URL = await startPgBouncer(after, url, mode, connections);
      const { create, health, rcpt, running } = await oneAlias(t, DATABASE_URL);
      const sql = postgres(url, { max: 1 });
      const numbers = Array.from({ length: 30 }, (_, i) => 2000 + i);
      assert.deepEqual(new Set(await Promise.all(numbers.map(create))), new Set([201]));
      // The pooler's server connections are replaced, as after a restart of the server.
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      await sql.end();
      assert.match(await rcpt(ALIAS), /^250 /);
      assert.deepEqual(await health(), { status: 200, text: 'ok\n' });
      await running.close();
    });

    test('an embedded database is moved through it', async () => {
      const from = `${tempFolder(after)}/veilpost.sqlite`;
      const store = await openStore(`sqlite:${from}`, options);
      for (let number = 1000; number < 1020; number += 1) await store.insertAlias(row(number));
      const to = await pooled('moved');
      assert.equal(await migrateTo({ from, to, log: SILENT, progress: () => {} }), 20);
      await store.close();
    });
  });
}

test('PgBouncer in statement mode fails the start with one sentence that names the usable modes', async () => {
  const DATABASE_URL = await startPgBouncer(after, await direct('statement'), 'statement', 2);
  const service = ServiceProcess.start(after, tempFolder(after), { DATABASE_URL });
  const { code, out, err } = await service.ended();
  assert.deepEqual({ code, out }, { code: 78, out: '' });
  assert.match(
    err,
    /^DATABASE_URL: The connection pooler at 127\.0\.0\.1:\d+\/statement does not allow transactions: set its pool_mode to transaction or session\.\n$/,
  );
});

test('PostgreSQL itself is distinguished from a pooler', async () => {
  assert.equal((await knownPooler(readAddress(await direct('itself')))).pooled, false);
});
