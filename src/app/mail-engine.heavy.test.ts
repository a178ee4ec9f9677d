import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { complaintAbout, takenReversePath } from '#support/far-report.ts';
import { SILENCE } from '#support/fake-next-hop.ts';
import { hand } from '#support/forwarding.ts';
import { ALIAS, servedInProcess, serviceInProcess } from '#support/service-in-process.ts';
import { postgresDatabase } from '#support/shared-postgres.ts';
import type { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

const JANE = { alias_email: ALIAS, real_email: 'jane@b.test' };
const LETTER =
  'From: a@b.test\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@b.test>\r\n\r\nx\r\n';

test('graceful shutdown closes every server, the connection pool of the next hop, and the database', async (t) => {
  const file = `${tempFolder((cleanUp) => t.after(cleanUp))}/veilpost.sqlite`;
  const DATABASE_URL = `sqlite:${file}`;
  const { hop, running, client, store } = await servedInProcess(t, { DATABASE_URL });
  assert.match(await hand(await client(), [ALIAS], LETTER), /^250 /);
  await store.close();
  assert.equal(existsSync(`${file}-wal`), true);
  await running.close();
  assert.equal(existsSync(`${file}-wal`), false, 'SQLite deletes it when the last one closes');
  assert.equal(hop.count('QUIT'), 1);
  for (const port of [running.httpPort, running.smtpPort, running.adminPort]) {
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`), { name: 'TypeError' });
  }
});

test('the time of a delivery is measured in seconds', async (t) => {
  const { metrics, client } = await servedInProcess(t);
  const since = performance.now();
  assert.match(await hand(await client(), [ALIAS], LETTER), /^250 /);
  const seconds = (performance.now() - since) / 1000;
  const sums = (await metrics()).matchAll(/^veilpost_delivery_seconds_sum\{.*\} (\S+)$/gm);
  const all = [...sums].map(([, sum]) => Number(sum));
  assert.ok(all.length > 0);
  for (const sum of all) assert.ok(sum <= seconds, `${sum} of ${seconds} seconds`);
});

test('metrics show connections, bytes in flight, and the connection pool of the next hop', async (t) => {
  const { hop, client, shows } = await servedInProcess(t);
  hop.script = { dot: SILENCE };
  const sender = await client();
  await shows('veilpost_smtp_connections 1');
  await sender.sayAll('MAIL FROM:<ann@sender.test> SIZE=70000', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(`${LETTER}.\r\n`);
  await hop.until(() => hop.count('dot') === 1);
  await shows('veilpost_next_hop_connections_busy 1');
  await shows('veilpost_next_hop_connections_idle 0');
  await shows('veilpost_inflight_octets 131072');
  hop.say('250 2.0.0 taken');
  assert.match(await sender.reply(), /^250 /);
  await shows('veilpost_next_hop_connections_busy 0');
  await shows('veilpost_next_hop_connections_idle 1');
  await shows('veilpost_inflight_octets 0');
});

test('the metrics report a relay that rejects our login, until it accepts it again', async (t) => {
  const { hop, shows, client } = await servedInProcess(t);
  hop.script = { greeting: '554 5.7.1 not you' };
  // Too large to be held for a retry.
  const large = LETTER + `${'x'.repeat(997)}\r\n`.repeat(17_000);
  assert.match(await hand(await client(), [ALIAS], large), /^451 /);
  await shows('veilpost_healthy{part="next-hop"} 0');
  hop.script = {};
  await shows('veilpost_healthy{part="next-hop"} 1');
});

test('a complaint about a forwarded message is counted, for its alias too', async (t) => {
  const { hop, store, client, shows } = await servedInProcess(t);
  assert.match(await hand(await client(), [ALIAS], LETTER), /^250 /);
  const complaint = complaintAbout(hop.messages[0]?.octets.toString() ?? '');
  assert.match(await hand(await client(), [takenReversePath({ hop })], complaint, ''), /^250 /);
  await shows('veilpost_complaints_total 1');
  assert.deepEqual(await store.complaints.most(0), [{ alias: ALIAS, complaints: 1 }]);
});

for (const [database, isCached, environment] of [
  ['the same file', false, async () => ({})],
  ['PostgreSQL', true, async () => ({ DATABASE_URL: await postgresDatabase('switched_off') })],
] as const) {
  test(`an alias that another process on ${database} has switched off is rejected from the next message${isCached ? ' after a second' : ''}`, async (t) => {
    const { store, client } = await servedInProcess(t, await environment());
    const alias = (await store.aliasByAddress(ALIAS))?.alias;
    const sender = await client();
    const asked = async () => {
      await sender.sayAll('RSET', 'MAIL FROM:<ann@sender.test>');
      return (await sender.say(`RCPT TO:<${ALIAS}>`)).slice(0, 3);
    };
    assert.equal(await asked(), '250');
    await store.setActive(alias?.id ?? '', false, 'anybody');
    // The run's time limit ends an endless wait.
    if (isCached) while ((await asked()) === '250') await new Promise(setImmediate);
    assert.equal(await asked(), '550');
    await store.setActive(alias?.id ?? '', true, 'anybody');
    assert.equal(await asked(), '250');
  });
}

/** The part of the memory that is for buffers; the rest is for messages. */
const BUFFERS = 16_777_216;

/** Starts a message of an announced size. @returns the code of the last reply, if there is room for it */
async function begun(sender: SmtpClient, octets: number): Promise<string> {
  await sender.say(`MAIL FROM:<ann@sender.test> SIZE=${octets}`);
  await sender.say(`RCPT TO:<${ALIAS}>`);
  return (await sender.say('DATA')).slice(0, 3);
}

/** Announces a message of this size, which does not fit until another client has left. */
async function waits(sender: SmtpClient, octets: number, other: SmtpClient): Promise<void> {
  sender.send(`MAIL FROM:<ann@sender.test> SIZE=${octets}\r\n`);
  other.destroy();
  assert.match(await sender.reply(), /^250 /);
}

for (const limits of ['on', 'off'] as const) {
  test(`one address block has ${limits === 'on' ? 'half of' : 'all'} the memory for messages with RATE_LIMITS ${limits}`, async (t) => {
    const { client, store } = await serviceInProcess(t, {
      RATE_LIMITS: limits,
      MAX_MESSAGE_BYTES: '65536',
      MAX_INFLIGHT_BYTES: String(BUFFERS + 200_000),
    });
    await store.insertAlias(JANE);
    const first = await client();
    assert.equal(await begun(first, 65_536), '354');
    const second = await client();
    if (limits === 'on') await waits(second, 65_536, first);
    else assert.equal(await begun(second, 65_536), '354');
    assert.equal(await begun(await client('127.0.9.1'), 65_536), '354');
    const third = await client('127.0.8.1');
    if (limits === 'on') assert.equal(await begun(third, 65_536), '354');
    else await waits(third, 65_536, second);
  });
}

test('of MAX_INFLIGHT_BYTES 16 MiB are for buffers, and the metrics show the rest', async (t) => {
  const { metrics } = await serviceInProcess(t, { MAX_INFLIGHT_BYTES: '100000000' });
  assert.match(await metrics(), /^veilpost_inflight_limit_octets 83222784$/m);
});

test('a message of the largest size fits even if little memory is free', async (t) => {
  const { client, store } = await serviceInProcess(t, {
    MAX_MESSAGE_BYTES: '150000',
    MAX_INFLIGHT_BYTES: String(BUFFERS + 200_000),
  });
  await store.insertAlias(JANE);
  const first = await client();
  assert.equal(await begun(first, 150_000), '354');
  await waits(await client('127.0.9.1'), 150_000, first);
});

test('without a certificate TLS is not offered', async (t) => {
  const { client } = await serviceInProcess(t);
  assert.doesNotMatch(await (await client()).say('EHLO a.test'), /STARTTLS/);
});
