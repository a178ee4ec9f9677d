import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import postgres from 'postgres';
import { postgresServer } from '#support/postgres.ts';
import { tcpProxy } from '#support/loopback.ts';
import { SCHEMA_VERSION } from '#store/migrations/all.ts';
import { openStore } from '#store/open.ts';
import { StoreUnavailable } from '#store/store.ts';
import { DatabaseUnusable } from '#store/errors.ts';
import { readAddress } from '#store/postgres/address.ts';
import { DatabasePool } from '#store/postgres/connection-pool.ts';

const warnings: string[] = [];
const silent = () => {};
const options = {
  now: Date.now,
  log: { info: silent, warn: (_: object, text: string) => void warnings.push(text), error: silent },
};
const ALIAS = { real_email: 'a@b.c', alias_email: 'alias-1000@a.test' };

const server = await postgresServer(after);

describe('PostgreSQL in trouble', () => {
  /** Whether opening fails with one sentence that contains `what` and no password. */
  const refuses = (url: string, what: RegExp) =>
    assert.rejects(openStore(url, options), (error) => {
      assert.ok(error instanceof DatabaseUnusable, String(error));
      assert.match(error.message, what);
      assert.match(error.message, /^[^\n]+[.?]$/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });

  /** Makes the server close every other connection to a database. */
  const endConnections = async (url: string) => {
    const sql = postgres(url, { max: 1 });
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await sql.end();
  };

  test('five nodes that start at once make the tables once', async () => {
    const url = await server.database('start');
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(url, options)));
    const kinds = await Promise.all(stores.map((store) => store.insertAlias(ALIAS)));
    assert.equal(kinds.filter(({ kind }) => kind === 'created').length, 1);
    const sql = postgres(url, { max: 1 });
    assert.deepEqual(
      [...(await sql`SELECT id, version FROM schema_version`)],
      [{ id: 1, version: SCHEMA_VERSION }],
    );
    await sql.end();
    await Promise.all(stores.map((store) => store.close()));
  });

  test('an interrupted migration is finished at the next start', async () => {
    const url = await server.database('halfway');
    await (await openStore(url, options)).close();
    const sql = postgres(url, { max: 1, onnotice: silent });
    await sql`DROP TABLE ledger`;
    await sql`UPDATE schema_version SET version = 0`;
    await sql.end();
    const store = await openStore(url, options);
    await store.remember(Buffer.alloc(32), { code: 250, enhanced: '' }, 1);
    await store.close();
  });

  test('an unreachable server, a wrong name, a wrong address: one clear sentence', async () => {
    const url = new URL(await server.database('postgres'));
    url.password = 'secret';
    await refuses(url.href.replace(/postgres$/, 'nowhere'), /does not have this database/);
    await refuses(
      'postgres://u:secret@127.0.0.1:1/x',
      /Cannot use the database 127\.0\.0\.1:1\/x: .*ECONNREFUSED/,
    );
    await refuses('postgres://u:secret@[bad/x', /is not a URL/);
    await refuses('postgres://h/x?sslmode=maybe', /sslmode/);
    await refuses(
      'postgres://h/x?sslrootcert=/nowhere.pem',
      /Cannot read the sslrootcert \S*nowhere\.pem/,
    );
    await refuses(`${url.href}?sslmode=require`, /Cannot use the database/);
  });

  test('while the server is down calls are answered as unavailable, and everything works when it is back', async () => {
    const url = await server.database('down');
    const store = await openStore(url, options);
    const created = await store.insertAlias(ALIAS);
    await server.crash();
    await assert.rejects(store.aliasByAddress(ALIAS.alias_email), StoreUnavailable);
    await assert.rejects(store.takesWrites(), StoreUnavailable);
    await assert.rejects(
      store.setActive('6f1c2f8e-0f7e-4d7c-9d56-0a3f6d5f8b11', true, 'anybody'),
      StoreUnavailable,
    );
    await server.start();
    // The pause between two attempts is a second at most, so one of these calls reaches the server.
    let found = await store.aliasByAddress(ALIAS.alias_email).catch(() => undefined);
    for (let i = 0; i < 20 && !found; i += 1) {
      found = await store.aliasByAddress(ALIAS.alias_email).catch(() => undefined);
    }
    assert.ok(created.kind === 'created');
    assert.deepEqual(found?.alias, created.alias);
    await store.takesWrites();
    await store.close();
  });

  test('an idle connection that the server closed is replaced without an error', async () => {
    const url = await server.database('closed');
    const store = await openStore(url, options);
    await store.insertAlias(ALIAS);
    const id = (await store.aliasByAddress(ALIAS.alias_email))?.alias.id ?? '';
    // Many times, since the moment at which the client notices the end matters.
    for (let i = 0; i < 4; i += 1) {
      await endConnections(url);
      assert.equal((await store.aliasByAddress(ALIAS.alias_email))?.alias.id, id);
      assert.equal((await store.setActive(id, i % 2 === 0, 'anybody'))?.active, i % 2 === 0);
    }
    await store.close();
  });

  test('a connection that fell silent is given up and replaced', async (t) => {
    const url = new URL(await server.database('silent'));
    const target = { host: url.hostname, port: Number(url.port) };
    const proxy = await tcpProxy(target, (cleanUp) => t.after(cleanUp));
    url.port = String(proxy.port);
    // The timeout passes only at the test's command: on a busy machine, too, an answer is in time.
    const silence = 86_400_000;
    const real = setTimeout;
    let passes = () => {};
    type Run = (...values: unknown[]) => void;
    t.mock.method(globalThis, 'setTimeout', (run: Run, ms?: number, ...values: unknown[]) => {
      if (ms === silence / 10) passes = run;
      return real(run, ms, ...values);
    });
    const pool = new DatabasePool(readAddress(url.href), { max: 1, silence });
    const one = () => pool.run((sql) => sql`SELECT 1 AS one`);
    assert.deepEqual([...(await one())], [{ one: 1 }]);
    proxy.fallSilent();
    const unanswered = assert.rejects(one(), StoreUnavailable);
    for (let tick = 0; tick < 10; tick += 1) {
      passes();
      await setImmediate();
    }
    await unanswered;
    assert.deepEqual([...(await one())], [{ one: 1 }]);
    proxy.cut();
    await assert.rejects(one(), StoreUnavailable);
    proxy.mend();
    await pool.close();
  });

  test('the server cancels a statement that takes too long', async () => {
    const url = await server.database('slow');
    const pool = new DatabasePool(readAddress(`${url}?statement_timeout=50`), { max: 1 });
    await assert.rejects(
      pool.run((sql) => sql`SELECT pg_sleep(60)`),
      (error) => error instanceof StoreUnavailable && /57014/.test(String(error.cause)),
    );
    await pool.close();
  });

  test('a replica without writes is not healthy', async () => {
    const url = await server.database('replica');
    const store = await openStore(url, options);
    await store.takesWrites();
    const sql = postgres(url, { max: 1 });
    await sql`ALTER DATABASE replica SET default_transaction_read_only = on`;
    await sql.end();
    await endConnections(url);
    await assert.rejects(store.takesWrites(), /read-only/);
    await assert.rejects(store.insertAlias(ALIAS), StoreUnavailable);
    await store.close();
    await refuses(url, /replica does not accept writes/);
  });

  test('an alias whose commit waits for a silent standby is not acknowledged', async () => {
    const url = await server.database('standby');
    const store = await openStore(url, options);
    const sql = postgres(url, { max: 1 });
    const setStandby = async (change: string) => {
      await sql.unsafe(`ALTER SYSTEM ${change}`);
      await sql`SELECT pg_reload_conf()`;
    };
    const isSet = async () => {
      const [row] = await sql`SHOW synchronous_standby_names`;
      return row?.synchronous_standby_names === 'nobody';
    };
    await setStandby("SET synchronous_standby_names = 'nobody'");
    // The server applies its settings asynchronously; later connections have them.
    while (!(await isSet()));
    try {
      // The statement timeout does not end the wait: PostgreSQL would then count the commit as done.
      await assert.rejects(store.insertAlias(ALIAS), StoreUnavailable);
    } finally {
      await setStandby('RESET synchronous_standby_names');
    }
    await sql.end();
    await store.close();
  });

  test('a server that does not wait for its disk causes a warning', async () => {
    const url = await server.database('lax');
    await (await openStore(`${url}?synchronous_commit=off`, options)).close();
    assert.match(warnings.join(), /synchronous_commit is off/);
  });
});
