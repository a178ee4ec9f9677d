import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { openStore } from '#store/open.ts';
import { freePort, tcpProxy } from '#support/loopback.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';

const server = await postgresServer(after);
const ALIAS = 'alias-1000@a.test';
const options = { now: Date.now, log: SILENT };

/** The address of a database with these servers instead of its own. */
async function addressWith(
  name: string,
  ports: number[],
): Promise<{ url: string; target: { host: string; port: number } }> {
  const own = new URL(await server.database(name));
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
  return {
    url: own.href.replace(own.host, hosts),
    target: { host: '127.0.0.1', port: Number(own.port) },
  };
}

test('a missing server is skipped, at the start and when it stops later', async () => {
  const { target } = await addressWith('passed', []);
  const first = await tcpProxy(target, after);
  const second = await tcpProxy(target, after);
  const { url } = await addressWith('passed', [await freePort(), first.port, second.port]);
  const store = await openStore(url, options);
  after(() => store.close());
  await store.insertAlias({ real_email: 'jane@home.example', alias_email: ALIAS });
  first.cut();
  assert.ok(await store.aliasByAddress(ALIAS), 'the other one answers at once');
  first.mend();
  second.cut();
  assert.ok(await store.aliasByAddress(ALIAS), 'and back');
});

test('without any server the start names the ones it tried, and may be retried', async (t) => {
  const { url } = await addressWith('nobody', [await freePort(), await freePort()]);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const started = openStore(url, options);
  const passing = setInterval(() => t.mock.timers.tick(100), 1);
  t.after(() => clearInterval(passing));
  await assert.rejects(started, (error: Error) => {
    assert.match(
      error.message,
      /^(?:The database|None of the servers) 127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/nobody [^\n]+\.$/,
    );
    return error.name === 'DatabaseUnreachable';
  });
});

test('a server that becomes read-only is left at the next call, for writes and look-ups, whichever it was', async () => {
  const servers = [server, await postgresServer(after)];
  const urls = await Promise.all(servers.map((one) => one.database('handed')));
  const sqls = urls.map((url) => postgres(url, { max: 1 }));
  const stores = await Promise.all(urls.map((url) => openStore(url, options)));
  const ports = urls.map((url) => Number(new URL(url).port));
  const store = await openStore((await addressWith('handed', ports)).url, options);
  let number = 1000;
  /** Each call is answered, until one has reached this server: it applies its settings in its own time. */
  const arrives = async (at: number) => {
    for (let alias_email = ''; ; ) {
      if (await stores[at]?.aliasByAddress(alias_email)) return alias_email;
      number += 1;
      alias_email = `alias-${number}@a.test`;
      const row = { real_email: `real${number}@home.example`, alias_email };
      assert.equal((await store.insertAlias(row)).kind, 'created');
    }
  };
  const readOnly = async (at: number, value: string) => {
    await sqls[at]?.unsafe(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await sqls[at]?.unsafe('SELECT pg_reload_conf()');
    const shown = async () => {
      const [row] = (await sqls[at]?.unsafe('SHOW default_transaction_read_only')) ?? [];
      return row?.default_transaction_read_only;
    };
    while ((await shown()) !== value);
  };
  const first = await arrives(0);
  await readOnly(0, 'on');
  const second = await arrives(1);
  assert.ok(await store.aliasByAddress(second));
  assert.equal(await store.aliasByAddress(first), undefined, 'no look-up asks the first one');
  await readOnly(0, 'off');
  await readOnly(1, 'on');
  assert.ok(await store.aliasByAddress(await arrives(0)), 'and back');
  await Promise.all([store, ...stores].map((one) => one.close()));
  await Promise.all(sqls.map((sql) => sql.end()));
});
