import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { freePort } from '#support/free-port.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tcpProxy } from '#support/tcp-proxy.ts';

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

test('a missing server is skipped, at the start and when it goes away later', async () => {
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

test('without any server the start names the ones it tried, and may be tried again', async () => {
  const { url } = await addressWith('nobody', [await freePort(), await freePort()]);
  await assert.rejects(openStore(url, options), (error: Error) => {
    assert.match(
      error.message,
      /^(?:The database|None of the servers) 127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\/nobody [^\n]+\.$/,
    );
    return error.name === 'DatabaseUnreachable';
  });
});
