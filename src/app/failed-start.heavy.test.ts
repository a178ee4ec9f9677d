import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { StoreUnavailable } from '#store/store.ts';
import { selfSignedCertificate } from '#support/certificate.ts';
import { freePort, tcpProxy } from '#support/loopback.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import { nodeInProcess } from '#support/service-in-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { hand, letter } from '#support/forwarding.ts';
import { openStore } from '#store/open.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { Fault } from './config/fault.ts';
import { listen as listenOn } from './net/listen.ts';

const after = (t: TestContext) => (cleanUp: () => Promise<void> | void) => t.after(cleanUp);

/**
 * Every server that starts to listen. @param onListen runs before each, with its number from 1 and its host; the code
 * of the error with which it fails, if it returns one
 */
function watchListening(
  t: TestContext,
  onListen: (number: number, host: string) => string | undefined,
): Set<Server> {
  const servers = new Set<Server>();
  const listen: Server['listen'] = Reflect.get(Server.prototype, 'listen');
  const mock = function (this: Server, options: { host: string }, ...more: unknown[]) {
    servers.add(this);
    const code = onListen(servers.size, options.host);
    if (code === undefined) return Reflect.apply(listen, this, [options, ...more]);
    setImmediate(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  };
  t.mock.method(Server.prototype, 'listen', mock);
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
  test(`with ${name} a start that cannot open one of its ports closes all others and reports one sentence`, async (t) => {
    for (let failing = 1; failing <= ports; failing += 1) {
      await t.test(`port ${failing} of ${ports}`, async (within) => {
        const servers = watchListening(within, (number) =>
          number === failing ? 'EMFILE' : undefined,
        );
        const database = join(tempFolder(after(within)), 'x.sqlite');
        const start = nodeInProcess(within, { DATABASE_URL: `sqlite:${database}`, ...environment });
        await assert.rejects(start, (error) => {
          assert.ok(error instanceof Fault, String(error));
          assert.match(error.message, /^[A-Z_]+: cannot open port \d+ on 127\.0\.0\.1 [^\n]+\.$/);
          return true;
        });
        assert.equal(servers.size, failing);
        assert.deepEqual(listening(servers), []);
      });
    }
  });
}

test('a port in use, an address of another machine and unusable certificate files are each named with their setting', async (t) => {
  const other = createServer();
  t.after(() => other.close());
  const port = String(await listenOn(other, { host: '127.0.0.1', port: 0, variable: '' }));
  const inUse = `port ${port} on 127.0.0.1 is in use by another program.`;
  const elsewhere = '192.0.2.1 is not an address of this machine.';
  const folder = tempFolder(after(t));
  const [none, cert, key] = [join(folder, 'none'), join(folder, 'cert'), join(folder, 'key')];
  writeFileSync(cert, selfSignedCertificate('a.test').cert);
  writeFileSync(key, selfSignedCertificate('a.test').key);
  for (const [settings, sentence] of [
    [{ HTTP_PORT: port }, `HTTP_PORT: ${inUse}`],
    [{ SMTP_PORT: port }, `SMTP_PORT: ${inUse}`],
    [{ MAILBOX_PORT: port }, `MAILBOX_PORT: ${inUse}`],
    [{ ADMIN_PORT: port }, `ADMIN_PORT: ${inUse}`],
    [{ HOST: '192.0.2.1' }, `HOST: ${elsewhere}`],
    [{ HOST: 'smtp=192.0.2.1' }, `HOST: ${elsewhere}`],
    [{ HOST: 'admin=192.0.2.1' }, `HOST: ${elsewhere}`],
    [{ TLS_CERT: none, TLS_KEY: key }, `TLS_CERT: cannot read ${none} (ENOENT).`],
    [
      { TLS_CERT: cert, TLS_KEY: key },
      new RegExp(
        `^TLS_CERT and TLS_KEY: ${cert} and ${key} are not a certificate and its private key`,
      ),
    ],
  ] as const) {
    const database = join(tempFolder(after(t)), 'x.sqlite');
    const start = nodeInProcess(t, { DATABASE_URL: `sqlite:${database}`, ...settings });
    await assert.rejects(start, { message: sentence }, Object.keys(settings).join());
  }
});

/** Listening fails on these addresses, as on a machine without them. */
const withoutAddresses = (t: TestContext, missing: RegExp) =>
  watchListening(t, (_, host) => (missing.test(host) ? 'EADDRNOTAVAIL' : undefined));

test('with IPv6 alone a message reaches the try-out mailbox; with neither family the reason is named', async (t) => {
  const DATABASE_URL = `sqlite:${join(tempFolder(after(t)), 'x.sqlite')}`;
  const six = { DATABASE_URL, HOST: '::1,admin=::1' };
  await t.test('IPv6 alone', async (within) => {
    withoutAddresses(within, /^127\./);
    const { running } = await nodeInProcess(within, six);
    within.after(() => running.close());
    const alias = 'alias-4827@alias.localhost';
    const store = await openStore(DATABASE_URL, { now: Date.now, log: SILENT });
    await store.insertAlias({ alias_email: alias, real_email: 'jane@home.test' });
    await store.close();
    const client = await SmtpClient.greeted(running.smtpPort, '::1');
    within.after(() => client.destroy());
    assert.match(await hand(client, [alias], letter('one')), /^250 /);
    const mailbox = await fetch(`http://[::1]:${running.mailboxPort}`);
    assert.match(await mailbox.text(), /one/);
  });
  await t.test('neither', async (within) => {
    withoutAddresses(within, /^127\.|^::1$/);
    await assert.rejects(nodeInProcess(within, { ...six, HOST: '0.0.0.0' }), {
      name: 'Fault',
      message: 'NEXT_HOP: this machine has neither of 127.0.0.1 and ::1.',
    });
  });
});

test('a start whose database fails half way leaves no port open', async (t) => {
  const url = new URL(await postgresDatabase('half_way'));
  const server = { host: url.hostname, port: Number(url.port) };
  const proxy = await tcpProxy(server, after(t));
  url.port = String(proxy.port);
  const servers = watchListening(t, () => {
    proxy.cut();
  });
  const environment = { DATABASE_URL: url.href, NEXT_HOP: 'smtp://127.0.0.1:9', AUTH: 'on' };
  await assert.rejects(nodeInProcess(t, environment), StoreUnavailable);
  assert.ok(servers.size > 0);
  assert.deepEqual(listening(servers), []);
});
