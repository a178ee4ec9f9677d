import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Fault } from '#app/config/fault.ts';
import { SILENCE } from '#support/fake-next-hop.ts';
import { allRows } from '#support/rows.ts';
import { nodeInProcess } from '#support/service-in-process.ts';
import { ALIAS, copies, hand, letter, NODES, sharedPorts } from './shared-ports.ts';

const HEALTH = fileURLToPath(new URL('../../../scripts/health.mjs', import.meta.url));

/** The chance that all of them reach one process is one in 10^11 runs. */
const SENDERS = 40;
const MAILS = 2;
/** The time until a switch takes effect in every process, in milliseconds. */
const EVERYWHERE_MS = 1000;

const all = await sharedPorts(after);
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
        assert.match(await hand(client, `mail ${i}.${n}`), /^250 /);
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

test('a message whose sender has left before the verdict is not delivered again by the other', async () => {
  all.hop.script = { dot: SILENCE };
  const sender = await all.client('one');
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  const dots = all.hop.count('dot');
  sender.send(`${letter('left')}.\r\n`);
  await all.hop.until(() => all.hop.count('dot') > dots);
  const noted = await ledger();
  sender.reset();
  while ((await ledger()) === noted) await pause(10);
  const retry = await all.client('two');
  assert.match(await hand(retry, 'left'), /^451 4\.3\.0 /);
  all.hop.script = {};
  all.hop.say('250 2.0.0 taken');
  for (;;) {
    const reply = await hand(retry, 'left');
    if (reply.startsWith('250 ')) break;
    assert.match(reply, /^451 4\.3\.0 /);
    await pause(10);
  }
  assert.equal(all.hop.count('dot'), dots + 1);
  assert.match(await hand(retry, 'another'), /^250 /);
});

test('an alias that is switched off through one is rejected by both a second later', async () => {
  const clients = await Promise.all(NODES.map(all.client));
  const recipient = (client: (typeof clients)[number]) =>
    client.sayAll('RSET', 'MAIL FROM:<a@b.example>', `RCPT TO:<${ALIAS}>`);
  const headers = headersOf(await publicKey());
  const switched = async (active: boolean) => {
    for (const client of clients) await recipient(client);
    const body = JSON.stringify({ active });
    const path = `rest/v1/aliases?id=eq.${all.aliasId}`;
    const answer = await fetch(`${all.http}/${path}`, { method: 'PATCH', headers, body });
    assert.ok(answer.ok, String(answer.status));
    await pause(EVERYWHERE_MS);
    return Promise.all(clients.map(recipient));
  };
  for (const reply of await switched(false)) assert.match(reply, /^550 5\.1\.1 /);
  for (const reply of await switched(true)) assert.match(reply, /^250 /);
  for (const client of clients) client.destroy();
});

test('another process without a shared port reports that it is in use, and ends; so does one on the port of metrics', async (t) => {
  const { smtpPort, admin } = await services.two.addresses();
  const inUse = async (variable: string, port: number, settings: Record<string, string>) => {
    const further = { DATABASE_URL: database, NEXT_HOP: 'smtp://127.0.0.1:9', ...settings };
    const message = `${variable}: port ${port} on 127.0.0.1 is in use by another program.`;
    await assert.rejects(nodeInProcess(t, further), new Fault(message, 78));
  };
  await inUse('SMTP_PORT', smtpPort, { SMTP_PORT: String(smtpPort) });
  // Metrics belong to one process, so that port is never shared.
  const adminPort = new URL(admin).port;
  const shared = {
    REUSE_PORT: 'on',
    HTTP_PORT: new URL(all.http).port,
    SMTP_PORT: String(smtpPort),
  };
  await inUse('ADMIN_PORT', Number(adminPort), { ...shared, ADMIN_PORT: adminPort });
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
  return new Map(texts.map((text) => [text, copies(all, text)]));
}

function assertEachOnce(what: string): void {
  for (const [text, count] of arrivals(what)) assert.equal(count, 1, text);
}

/** All entries of the ledger, as text. */
async function ledger(): Promise<string> {
  const rows = await allRows(database);
  return rows
    .filter((row) => row.startsWith('ledger '))
    .toSorted()
    .join('\n');
}
