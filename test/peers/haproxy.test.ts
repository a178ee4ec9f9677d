/** deploy/haproxy.cfg, run by Debian's HAProxy, with two nodes on one database. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Agent, get, request } from 'node:http';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { freePort, listenOnLoopback } from '#support/loopback.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { startHaproxy } from './servers/haproxy.ts';
import { until } from './program.ts';

const ALIAS = 'alias-4827@alias.localhost';
/** A visitor's address; on this machine every address of 127.0.0.0/8 works. */
const VISITOR = '127.0.7.9';
const HEALTH = fileURLToPath(new URL('../../scripts/health.mjs', import.meta.url));

type Node = { smtp: number; http: number; admin: string; service: ServiceProcess };

async function startNode(t: TestContext, database: string, hop: FakeNextHop): Promise<Node> {
  const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
  const [smtp, http] = [await freePort(), await freePort()];
  const service = ServiceProcess.start(after, tempFolder(after), {
    DATABASE_URL: database,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
    SMTP_PORT: String(smtp),
    HTTP_PORT: String(http),
    TRUSTED_PROXIES: '127.0.0.1,protocol=both',
  });
  const { admin } = await service.addresses();
  return { smtp, http, admin, service };
}

/** The status of the site through the balancer, over a connection of its own. */
const statusOf = (port: number) =>
  new Promise<number>((resolve) => {
    const how = { host: '127.0.0.1', port, localAddress: VISITOR, agent: false };
    const sent = get({ ...how, path: '/healthz' }, (response) =>
      resolve(response.resume().statusCode ?? 0),
    );
    sent.on('error', () => resolve(0));
  });

/** @returns the reply to the final dot */
async function sendMail(port: number, name: string): Promise<string> {
  const client = await SmtpClient.connect(port, VISITOR);
  try {
    await client.reply();
    await client.sayAll('EHLO visitor.test', 'MAIL FROM:<a@b.test>', `RCPT TO:<${ALIAS}>`, 'DATA');
    return await client.say(
      `From: a@b.test\r\nSubject: ${name}\r\nMessage-ID: <${name}@b.test>\r\n\r\nx\r\n.`,
    );
  } finally {
    client.destroy();
  }
}

test('with HAProxy two nodes see the addresses of visitors, take turns, and a node that shuts down neither loses nor repeats mail', async (t) => {
  const hop = await FakeNextHop.during((cleanUp) => t.after(cleanUp));
  const database = `sqlite:${tempFolder((cleanUp) => t.after(cleanUp))}/shared.sqlite`;
  const store = await openStore(database, { now: Date.now, log: SILENT });
  await store.insertAlias({ alias_email: ALIAS, real_email: 'jane@mailbox.test' });
  await store.close();
  const [one, two] = [await startNode(t, database, hop), await startNode(t, database, hop)];
  const { smtp, http } = await startHaproxy((cleanUp) => t.after(cleanUp), [one, two]);
  await until('the site answers', async () => (await statusOf(http)) === 200);

  // The message's header has the address of the visitor, not of the balancer.
  assert.match(await sendMail(smtp, 'first'), /^250 /);
  assert.match(
    hop.messages[0]?.octets.toString('latin1') ?? '',
    /^Received: from visitor\.test \(\[127\.0\.7\.9\]\)/m,
  );

  // The container's own check works on a node that expects a PROXY header on its other ports.
  const env = { TRUSTED_PROXIES: '127.0.0.1,protocol=both', ADMIN_PORT: new URL(one.admin).port };
  const check = spawnSync(process.execPath, [HEALTH], { env, encoding: 'utf8' });
  assert.equal(check.status, 0, check.stderr);

  // A PROXY header from the visitor is a syntax error.
  const forger = await SmtpClient.connect(smtp, VISITOR);
  t.after(() => forger.destroy());
  await forger.reply();
  assert.match(await forger.say('PROXY TCP4 192.0.2.1 192.0.2.2 1 25'), /^5\d\d /);

  const names = Array.from({ length: 40 }, (_, i) => `mail-${i}`);
  const answered: string[] = [];
  for (const [i, name] of names.entries()) {
    if (i === 10) one.service.signal('SIGTERM');
    // As a sender does: a message without a reply is sent again.
    await until(name, async () => {
      const reply = await sendMail(smtp, name).catch(() => '');
      if (reply.startsWith('250 ')) answered.push(name);
      return reply.startsWith('250 ');
    });
    assert.equal(await statusOf(http), 200, name);
  }
  assert.equal((await one.service.ended()).code, 0);
  assert.deepEqual(answered, names);
  const arrived = hop.messages.map(
    ({ octets }) => /^Subject: (.*)\r$/m.exec(octets.toString('latin1'))?.[1],
  );
  assert.deepEqual(arrived, ['first', ...names], 'each once, in order');
});

test('a visitor with a kept connection changes something while a node ends: the change does not go to a connection that the node closes', async (t) => {
  // A node that ends after each answer: it closes the connection when the next request has come.
  const node = createServer((socket) => {
    let requests = 0;
    socket.on('error', () => {});
    socket.on('data', (octets) => {
      if (!octets.includes(' HTTP/1.')) return;
      requests += 1;
      if (requests > 1) socket.destroy();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  t.after(() => node.close());
  const port = await listenOnLoopback(node);
  const { http } = await startHaproxy((cleanUp) => t.after(cleanUp), [{ smtp: port, http: port }]);
  await until('the site answers', async () => (await statusOf(http)) === 200);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const change = () =>
    new Promise<[status: number | undefined, kept: boolean]>((resolve, reject) => {
      const how = { host: '127.0.0.1', port: http, method: 'PATCH', agent };
      const sent = request(how, (response) => {
        response.resume().once('end', () => resolve([response.statusCode, sent.reusedSocket]));
      });
      sent.on('error', reject).end();
    });
  assert.deepEqual(await change(), [200, false]);
  assert.deepEqual(await change(), [200, true]);
});
