import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { DnsServer } from '#support/dns-server.ts';
import { nodeInProcess, serviceInProcess } from '#support/service-in-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { beginOwnership } from './database/ownership-mode.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const JANE = { alias_email: 'alias-1000@alias.localhost', real_email: 'jane@b.test' };

test('aliases are counted at the start, and again each minute', async (t) => {
  const { store, shows, tick } = await serviceInProcess(t);
  await shows('veilpost_names_left{domain="alias.localhost"} 9000');
  await store.insertAlias(JANE);
  tick(MINUTE);
  await shows('veilpost_names_left{domain="alias.localhost"} 8999');
  await shows('veilpost_aliases{domain="alias.localhost",state="active"} 1');
});

test('with a new SECRET_KEY alone, as someone else may have the old one, the service starts, and signs with another key', async (t) => {
  const DATABASE_URL = await testDatabase((cleanUp) => t.after(cleanUp));
  const published = async (secret: string) => {
    const { running } = await nodeInProcess(t, { DATABASE_URL, SECRET_KEY: secret.repeat(32) });
    const path = '/auth/v1/.well-known/jwks.json';
    const text = await (await fetch(`http://127.0.0.1:${running.httpPort}${path}`)).text();
    await running.close();
    const { keys }: { keys: { kid: string }[] } = JSON.parse(text);
    return keys.map(({ kid }) => kid);
  };
  const [old, ...more] = await published('o');
  const [fresh, ...others] = await published('n');
  assert.deepEqual([more, others], [[], []]);
  assert.notEqual(fresh, old);
});

test('expired entries of the ledger are deleted each hour, and the others stay', async (t) => {
  const { store, tick } = await serviceInProcess(t);
  const entry = { code: 250, enhanced: '2.0.0' } as const;
  const [old, young] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  await store.remember(old, entry, Date.now() - 1);
  await store.remember(young, entry, Date.now() + HOUR);
  const ever = 0;
  assert.deepEqual(await store.recall(old, ever), entry, 'it is there until then');
  tick(HOUR);
  while ((await store.recall(old, ever)) !== undefined) await new Promise(setImmediate);
  assert.deepEqual(await store.recall(young, Date.now()), entry);
});

test('an alias that has expired is recorded as off each hour', async (t) => {
  const { store, tick } = await serviceInProcess(t);
  const made = await store.insertAlias(JANE, { confirmedAt: 1, ticket: null });
  assert.ok(made.kind === 'created');
  await store.owners.change(made.alias.id, { endsAt: Date.now() - 1 }, JANE.real_email);
  const off = async () => (await store.countByDomain())[0]?.inactive;
  assert.equal(await off(), 0);
  tick(HOUR);
  while ((await off()) !== 1) await new Promise(setImmediate);
});

test('unconfirmed aliases are deleted each hour once they are seven days old; in `open` none is deleted', async (t) => {
  for (const OWNERSHIP of ['open', 'confirmed']) {
    await t.test(OWNERSHIP, async (within) => {
      const DATABASE_URL = await testDatabase((cleanUp) => within.after(cleanUp));
      const then = () => Date.now() - 8 * DAY;
      const earlier = await openStore(DATABASE_URL, { now: then, log: SILENT });
      within.after(() => earlier.close());
      if (OWNERSHIP === 'confirmed') await beginOwnership(earlier, OWNERSHIP, then() - DAY);
      await earlier.insertAlias(JANE);
      const entry = { code: 250, enhanced: '2.0.0' } as const;
      const key = Buffer.alloc(32, 1);
      await earlier.remember(key, entry, Date.now() - 1);
      const { tick } = await serviceInProcess(within, { OWNERSHIP, DATABASE_URL });
      assert.ok(await earlier.aliasByAddress(JANE.alias_email));
      const isThere = async () => (await earlier.aliasByAddress(JANE.alias_email)) !== undefined;
      tick(HOUR);
      if (OWNERSHIP === 'confirmed') while (await isThere()) await new Promise(setImmediate);
      while (await earlier.recall(key, 0)) await new Promise(setImmediate);
      assert.equal(await isThere(), OWNERSHIP === 'open');
    });
  }
});

test('every server of the service sends the security headers, and HSTS only if visitors come by https', async (t) => {
  for (const PUBLIC_URL of ['', 'http://veil.example', 'https://veil.example']) {
    await t.test(PUBLIC_URL, async (within) => {
      const { running } = await serviceInProcess(within, { PUBLIC_URL });
      const secure: (number | undefined)[] = [];
      for (const port of [running.httpPort, running.adminPort, running.mailboxPort]) {
        const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
        assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', String(port));
        assert.equal(headers.get('x-content-type-options'), 'nosniff', String(port));
        if (headers.has('strict-transport-security')) secure.push(port);
      }
      assert.deepEqual(secure, PUBLIC_URL.startsWith('https') ? [running.httpPort] : []);
    });
  }
});

test('a service that listens on localhost and expects the PROXY protocol there is healthy', async (t) => {
  const { running } = await serviceInProcess(t, {
    HOST: 'localhost',
    TRUSTED_PROXIES: '127.0.0.1,::1,protocol=both',
  });
  const answer = await fetch(`http://127.0.0.1:${running.adminPort}/healthz`);
  assert.equal(await answer.text(), 'ok\n');
});

test('a shutdown closes the sockets of the DNS, too', async (t) => {
  const { port } = await DnsServer.during(t, { '': { NS: ['a.root.test'] } });
  const sockets = () => process.getActiveResourcesInfo().filter((one) => one === 'UDPWrap').length;
  const before = sockets();
  const settings = { NEXT_HOP: 'mx:', DNS_SERVERS: `127.0.0.1:${port}` };
  const { running, logged } = await nodeInProcess(t, settings);
  while (!logged.join().includes('DNS works')) await new Promise(setImmediate);
  assert.ok(sockets() > before);
  await running.close();
  while (sockets() > before) await new Promise(setImmediate);
});

/** The configuration that the page carries. */
async function pageConfig(port: number): Promise<Record<string, unknown>> {
  const html = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const config: Record<string, unknown> = JSON.parse(/>(\{.*?\})<\/script>/.exec(html)?.[1] ?? '');
  return config;
}

test('keys that are not set are made: 192 bits each, kept in the store', async (t) => {
  const { running, store } = await serviceInProcess(t);
  const { key } = await pageConfig(running.httpPort);
  assert.match(String(key), /^[\w-]{32}$/);
  assert.equal(await store.setting('anon_key', 'another'), key);
  assert.match(await store.setting('secret_key', 'another'), /^[\w-]{32}$/);
});

test('keys that are set are used, and none is made', async (t) => {
  const settings = { ANON_KEY: 'public', SECRET_KEY: 'x'.repeat(32) };
  const { running, store } = await serviceInProcess(t, settings);
  assert.equal((await pageConfig(running.httpPort)).key, 'public');
  for (const name of ['anon_key', 'secret_key']) {
    assert.equal(await store.setting(name, 'none'), 'none');
  }
});

test('the page contains the settings, and the names left once they are counted; with TEST_MAIL=simulated the call for test mail is answered 404', async (t) => {
  const { running, shows, tick, store } = await serviceInProcess(t, {
    ALIAS_DOMAINS: 'a.test,b.test',
    ALIAS_NUMBERS: '10-19',
    TEST_MAIL: 'simulated',
    ANON_KEY: 'public',
  });
  const alias_email = 'alias-10@b.test';
  const insertion = await store.insertAlias({ alias_email, real_email: 'jane@home.test' });
  assert.ok(insertion.kind === 'created');
  tick(MINUTE);
  await shows('veilpost_names_left{domain="b.test"} 9');
  const { mailbox, ...page } = await pageConfig(running.httpPort);
  assert.equal(mailbox, `http://127.0.0.1:${running.mailboxPort}`);
  assert.deepEqual(page, {
    url: '',
    key: 'public',
    domains: ['a.test', 'b.test'],
    numbers: [10, 19],
    namesLeft: [10, 9],
    ownership: 'open',
    testMail: 'simulated',
    offers: [],
    madeIn: { name: 'Vite', href: 'https://vite.dev/' },
  });
  const url = `http://127.0.0.1:${running.httpPort}/functions/v1/send-test-mail`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { apikey: 'public', 'Content-Type': 'application/json' },
    body: JSON.stringify({ alias_id: insertion.alias.id, subject: 'Hello', message: 'You?' }),
  });
  assert.equal(answer.status, 404, await answer.text());
});

/** The replies to six different unknown names. */
async function guesses(client: SmtpClient): Promise<string[]> {
  await client.say('MAIL FROM:<>');
  const codes: string[] = [];
  for (let number = 2000; number < 2006; number++) {
    codes.push((await client.say(`RCPT TO:<alias-${number}@alias.localhost>`)).slice(0, 3));
  }
  return codes;
}

for (const [RATE_LIMITS, refused, sixth, greeting] of [
  ['on', 1, '421', /^421 /],
  ['off', 0, '550', /^220 /],
] as const) {
  test(`with RATE_LIMITS=${RATE_LIMITS} the calls, the guesses and the connections of an address block are ${refused ? '' : 'not '}limited`, async (t) => {
    const { client, running, store } = await serviceInProcess(t, {
      RATE_LIMITS,
      ANON_KEY: 'public',
    });
    await store.insertAlias(JANE);
    const first = await client();
    await Promise.all(Array.from({ length: 199 }, () => client()));
    const last = await SmtpClient.connect(running.smtpPort);
    t.after(() => last.destroy());
    assert.match(await last.reply(), greeting);
    assert.deepEqual(await guesses(first), [...Array(5).fill('550'), sixth]);
    const path = '/rest/v1/aliases?select=id&alias_email=eq.alias-1000@alias.localhost';
    const ask = async () => {
      const url = `http://127.0.0.1:${running.httpPort}${path}`;
      const { status } = await fetch(url, { headers: { apikey: 'public' } });
      return status;
    };
    const codes = await Promise.all(Array.from({ length: 21 }, ask));
    assert.equal(codes.filter((code) => code === 429).length, refused);
  });
}
