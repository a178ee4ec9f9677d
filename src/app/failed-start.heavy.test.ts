import assert from 'node:assert/strict';
import { Server } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StoreUnavailable } from '#store/store.ts';
import { freePort } from '#support/free-port.ts';
import { postgresServer } from '#support/postgres.ts';
import { nodeInProcess } from '#support/service-in-process.ts';
import { tcpProxy } from '#support/tcp-proxy.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { Fault } from './fault.ts';

const after = (t: TestContext) => (cleanUp: () => Promise<void> | void) => t.after(cleanUp);

/** All servers that listen from now on. @param onListen runs ahead of each, with its number from 1; `false`: no file is left for it */
function watchListening(t: TestContext, onListen: (number: number) => boolean): Set<Server> {
  const servers = new Set<Server>();
  const listen: Server['listen'] = Reflect.get(Server.prototype, 'listen');
  t.mock.method(Server.prototype, 'listen', function (this: Server, ...args: unknown[]) {
    servers.add(this);
    if (onListen(servers.size)) return Reflect.apply(listen, this, args);
    const error = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    setImmediate(() => this.emit('error', error));
    return this;
  });
  return servers;
}

const listening = (servers: Set<Server>) => [...servers].filter((server) => server.listening);

for (const [name, environment, ports] of [
  ['the try-out mailbox', {}, 5],
  [
    'shared ports',
    {
      NEXT_HOP: 'smtp://127.0.0.1:9',
      REUSE_PORT: 'on',
      HTTP_PORT: String(await freePort()),
      SMTP_PORT: String(await freePort()),
    },
    4,
  ],
] as const) {
  test(`with ${name} a start that gets one of its ports not leaves none of the others open, and says so in one sentence`, async (t) => {
    for (let failing = 1; failing <= ports; failing += 1) {
      await t.test(`port ${failing} of ${ports}`, async (within) => {
        const servers = watchListening(within, (number) => number !== failing);
        const database = join(tempFolder(after(within)), 'x.sqlite');
        const start = nodeInProcess(within, { DATABASE_URL: `sqlite:${database}`, ...environment });
        await assert.rejects(start, (error) => {
          assert.ok(error instanceof Fault, String(error));
          assert.match(
            error.message,
            /^[A-Z_]+: port \d+ on 127\.0\.0\.1 cannot be opened [^\n]+\.$/,
          );
          return true;
        });
        assert.equal(servers.size, failing);
        assert.deepEqual(listening(servers), []);
      });
    }
  });
}

test('a start whose database goes away half way leaves no port open', async (t) => {
  const url = new URL(await (await postgresServer(after(t))).database('half_way'));
  const server = { host: url.hostname, port: Number(url.port) };
  const proxy = await tcpProxy(server, after(t));
  url.port = String(proxy.port);
  const servers = watchListening(t, () => {
    proxy.cut();
    return true;
  });
  const environment = { DATABASE_URL: url.href, NEXT_HOP: 'smtp://127.0.0.1:9', AUTH: 'off' };
  await assert.rejects(nodeInProcess(t, environment), StoreUnavailable);
  assert.ok(servers.size > 0);
  assert.deepEqual(listening(servers), []);
});
