/** Two processes of the service that share their ports and a database file, with one fake next hop. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Fault } from '#app/config/fault.ts';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { freePort } from '#support/loopback.ts';
import { nodeInProcess } from '#support/service-in-process.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

const HEALTH = fileURLToPath(new URL('../../../scripts/health.mjs', import.meta.url));

/** The chance that all of them reach one process is one in 10^11 runs. */
const SENDERS = 40;
const MAILS = 2;
type After = (cleanUp: () => Promise<void> | void) => void;

/** The names in their greetings: they identify the process of a connection. */
const NODES = ['one', 'two'] as const;
type Node = (typeof NODES)[number];

const REAL = 'jane@mailbox.test';
const ALIAS = 'alias-1000@alias.localhost';

/** With a fair choice this many connections always reach both processes. */
const TRIES = 64;

type SharedPorts = {
  hop: FakeNextHop;
  database: string;
  services: Record<Node, ServiceProcess>;
  aliasId: string;
  /** Address of the screen and the api, whichever of the two answers. */
  http: string;
  /** Starts one of the two, and resolves when it serves. */
  start: (node: Node) => Promise<ServiceProcess>;
  /** Connects and sends EHLO; the system chooses the process. */
  anyone: () => Promise<{ client: SmtpClient; node: Node }>;
  /** Connects again until this process has the connection. */
  client: (node: Node) => Promise<SmtpClient>;
};

/** Both make their database, and serve. */
async function sharedPorts(): Promise<SharedPorts> {
  const owned: (() => Promise<void> | void)[] = [];
  after(async () => {
    for (const cleanUp of owned) await cleanUp();
  });
  const own: After = (cleanUp) => void owned.push(cleanUp);
  const hop = await FakeNextHop.start();
  own(() => hop.close());
  const [smtpPort, httpPort] = [await freePort(), await freePort()];
  const folder = tempFolder(own);
  const database = `sqlite:${folder}/shared.sqlite`;
  const start = async (node: Node) => {
    const service = ServiceProcess.start(own, folder, {
      REUSE_PORT: 'on',
      SMTP_PORT: String(smtpPort),
      HTTP_PORT: String(httpPort),
      MAIL_HOST: `${node}.alias.localhost`,
      DATABASE_URL: database,
      NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
      OWNERSHIP: 'open',
    });
    await service.addresses();
    return service;
  };
  const [one, two] = await Promise.all([start('one'), start('two')]);
  const store = await openStore(database, { now: Date.now, log: SILENT });
  const made = await store.insertAlias({ alias_email: ALIAS, real_email: REAL });
  await store.close();
  if (made.kind !== 'created') throw new Error('the database was not empty');
  const anyone = async () => {
    const client = await SmtpClient.connect(smtpPort);
    own(() => client.destroy());
    const greeting = await client.reply();
    const node = NODES.find((name) => greeting.startsWith(`220 ${name}.`));
    if (node === undefined) throw new Error(`nobody's greeting: ${greeting}`);
    await client.say('EHLO client.test');
    return { client, node };
  };
  const client = async (node: Node) => {
    for (let i = 0; i < TRIES; i += 1) {
      const met = await anyone();
      if (met.node === node) return met.client;
      met.client.destroy();
    }
    throw new Error(`no connection has come to ${node}`);
  };
  const http = `http://127.0.0.1:${httpPort}`;
  const services = { one, two };
  return { hop, database, services, aliasId: made.alias.id, http, start, anyone, client };
}

/** A message with a text that identifies its copies. */
const letter = (text: string) =>
  `From: ann@example.org\r\nMessage-ID: <${text}@example.org>\r\n\r\n${text}\r\n`;

/** The number of copies of a message at the next hop. */
const copies = (text: string) =>
  all.hop.messages.filter(({ octets }) => octets.includes(`\r\n\r\n${text}\r\n`)).length;

const all = await sharedPorts();
const { database, services } = all;

const headersOf = (apikey: string) => ({ apikey, 'Content-Type': 'application/json' });
/** The public key of a process, whichever answers. */
async function publicKey(): Promise<string> {
  const page = await fetch(all.http, { headers: { connection: 'close' } });
  return /"key":"([^"]+)"/.exec(await page.text())?.[1] ?? assert.fail('no key');
}

test('they make one database at once: of many requests for one address one gets an alias, and a name has one owner', async () => {
  const keys = await Promise.all(Array.from({ length: SENDERS }, publicKey));
  const [key = ''] = keys;
  assert.deepEqual(new Set(keys), new Set([key]));
  const made = async (real_email: string, number: number) => {
    const body = JSON.stringify({ real_email, alias_email: `alias-${number}@alias.localhost` });
    const headers = { ...headersOf(key), connection: 'close' };
    return (await fetch(`${all.http}/rest/v1/aliases`, { method: 'POST', headers, body })).status;
  };
  for (const requests of [
    Array.from({ length: SENDERS / 2 }, (_, i) => made('joan@home.example', 2000 + i)),
    Array.from({ length: SENDERS / 2 }, (_, i) => made(`john${i}@home.example`, 3000)),
  ]) {
    const statuses = (await Promise.all(requests)).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [201, ...Array<number>(SENDERS / 2 - 1).fill(409)]);
  }
});

test('each has its own health: a stopped one is not healthy, and the other is', async () => {
  const { admin: still } = await services.one.addresses();
  const { admin: well } = await services.two.addresses();
  services.one.signal('SIGSTOP');
  for (let i = 0; i < 2; i += 1) {
    assert.equal((await fetch(`${well}/healthz`)).status, 200);
    // Longer than an answer is cached.
    await pause(1001);
  }
  // The container's check also checks its own process.
  const env = { REUSE_PORT: 'on', HTTP_PORT: '9', ADMIN_PORT: new URL(well).port };
  assert.equal(spawnSync(process.execPath, [HEALTH], { env }).status, 0);
  services.one.signal('SIGCONT');
  assert.equal((await fetch(`${still}/healthz`)).status, 200);
});

test('connections of mail and of the screen reach both, and each message arrives once', async () => {
  const met = await Promise.all(
    Array.from({ length: SENDERS }, async (_, i) => {
      const { client, node } = await all.anyone();
      for (let n = 0; n < MAILS; n += 1) {
        assert.match(await hand(client, [ALIAS], letter(`mail ${i}.${n}`)), /^250 /);
      }
      await client.say('QUIT');
      return node;
    }),
  );
  assert.deepEqual(new Set(met), new Set(NODES));
  assertEachOnce('mail');
  await Promise.all(
    Array.from({ length: SENDERS }, () =>
      fetch(`${all.http}/healthz`, { headers: { connection: 'close' } }),
    ),
  );
  for (const node of NODES) {
    const { admin } = await services[node].addresses();
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    assert.match(metrics, /^veilpost_http_request_seconds_count\{.*\} [1-9]/m, node);
    assert.equal((await fetch(`${admin}/healthz`)).status, 200, node);
  }
});

test('the port of metrics belongs to one process, and is never shared', async (t) => {
  const { smtpPort, admin } = await services.two.addresses();
  const adminPort = new URL(admin).port;
  const third = nodeInProcess(t, {
    DATABASE_URL: database,
    NEXT_HOP: 'smtp://127.0.0.1:9',
    REUSE_PORT: 'on',
    HTTP_PORT: new URL(all.http).port,
    SMTP_PORT: String(smtpPort),
    ADMIN_PORT: adminPort,
  });
  const inUse = `ADMIN_PORT: port ${adminPort} on 127.0.0.1 is in use by another program.`;
  await assert.rejects(third, new Fault(inUse, 78));
});

test('one is restarted under load: each message arrives once', async () => {
  await underLoad('stopped', async () => {
    services.one.signal('SIGTERM');
    assert.equal((await services.one.ended()).code, 0);
    services.one = await all.start('one');
  });
  assertEachOnce('stopped');
  (await all.client('one')).destroy();
});

test('one is killed under load: no mail is lost, and only mail in flight can arrive twice', async () => {
  const brokenOff = await underLoad('killed', async () => {
    await services.one.kill();
  });
  for (const [text, count] of arrivals('killed')) {
    assert.ok(count === 1 || (count === 2 && brokenOff.has(text)), `${text}: ${count}`);
  }
});

/**
 * Senders that retry, as servers do, hand their messages over; `happens` is called when a quarter has arrived.
 * @returns the texts of messages whose connection broke after the final dot
 */
async function underLoad(what: string, happens: () => Promise<void>): Promise<Set<string>> {
  const brokenOff = new Set<string>();
  const before = all.hop.messages.length;
  const quarter = all.hop.until(() => all.hop.messages.length - before >= (SENDERS * MAILS) / 4);
  const senders = Array.from({ length: SENDERS }, async (_, i) => {
    let met: Awaited<ReturnType<typeof all.anyone>> | undefined;
    for (let n = 0; n < MAILS; ) {
      let dotted = false;
      try {
        met ??= await all.anyone();
        const { client } = met;
        let reply = '';
        for (const step of ['MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA']) {
          reply = await client.say(step);
          // A message without a recipient would be rejected at DATA, although the recipient was only deferred.
          if (!/^[23]/.test(reply)) break;
        }
        dotted = reply.startsWith('354');
        if (dotted) reply = await client.say(`${letter(`${what} ${i}.${n}`)}.`);
        if (reply.startsWith('250 ')) {
          n += 1;
          continue;
        }
        assert.match(reply, /^4/, 'no client is rejected permanently');
      } catch (error) {
        // The connection was closed or reset, or it was not accepted.
        if (error instanceof assert.AssertionError) throw error;
        if (dotted) brokenOff.add(`${what} ${i}.${n}`);
      }
      met?.client.destroy();
      met = undefined;
      await pause(10);
    }
    // Its process may have been killed since the last reply.
    await met?.client.say('QUIT').catch(() => '');
  });
  await quarter;
  await happens();
  await Promise.all(senders);
  return brokenOff;
}

function arrivals(what: string): Map<string, number> {
  const texts = Array.from({ length: SENDERS * MAILS }, (_, i) => {
    return `${what} ${Math.floor(i / MAILS)}.${i % MAILS}`;
  });
  return new Map(texts.map((text) => [text, copies(text)]));
}

function assertEachOnce(what: string): void {
  for (const [text, count] of arrivals(what)) assert.equal(count, 1, text);
}
