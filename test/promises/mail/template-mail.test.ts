import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { selfSignedCertificate } from '#support/certificate.ts';
import { SILENCE } from '#support/fake-next-hop.ts';
import {
  ALIAS,
  copies,
  type Forwarding,
  forwarding,
  hand,
  letter,
  REAL,
  relayed,
} from '#support/forwarding.ts';
import { until } from '#support/sending.ts';
import type { SmtpClient } from '#support/smtp-client.ts';

const HOUR = 3_600_000;
/** From a backup script's file: the same Date and Message-ID each time. */
const TEMPLATE = `Message-ID: <backup@host.test>\r\n${letter('backup done')}`;
/** The same, sent by a server that has it in its queue. */
const RELAYED = relayed(TEMPLATE);
const arrived = (all: Forwarding) => copies(all, 'backup done', REAL);

/** Sends it, and ends in the given way. */
async function send(all: Forwarding, end: (client: SmtpClient) => Promise<unknown>, mail: string) {
  const client = await all.client();
  assert.match(await hand(client, [ALIAS], mail), /^250 /);
  await end(client);
  await all.forwarder.settled();
}

test('a script whose message has a fixed Date and Message-ID, and which closes without QUIT, has five of five delivered', async (t) => {
  const all = await forwarding(t);
  for (let i = 0; i < 5; i++) await send(all, all.finish, TEMPLATE);
  assert.equal(arrived(all), 5);
  assert.equal(all.copiesHeldBack(), 0);
});

for (const { what, mail, count } of [
  { what: 'the same over TLS, which it leaves without a close_notify', mail: TEMPLATE, count: 5 },
  {
    what: 'a message of a server is not repeated if a third party ends its TLS connection after our 250',
    mail: RELAYED,
    count: 1,
  },
]) {
  test(what, async (t) => {
    const context = createSecureContext(selfSignedCertificate('mx.alias.test'));
    const all = await forwarding(t, { receiving: { secureContext: () => context } });
    for (let i = 0; i < 5; i++) {
      const client = await all.client();
      await client.say('STARTTLS');
      await client.secure();
      await client.say('EHLO client.test');
      assert.match(await hand(client, [ALIAS], mail), /^250 /);
      const connections = all.receiver.connections;
      client.cutOff();
      all.clock.advance(100);
      await until(() => all.receiver.connections < connections);
      await all.forwarder.settled();
    }
    assert.equal(arrived(all), count);
  });
}

test('a long message of a server that comes again is one message, and one that differs deep in its header is another', async (t) => {
  const all = await forwarding(t);
  const filler = `X-Filler: ${'x'.repeat(900)}\r\n`.repeat(6);
  for (const [copy, count] of [
    ['one', 1],
    ['one', 1],
    ['two', 2],
  ] as const) {
    const mail = relayed(`${filler}X-Copy: ${copy}\r\n${TEMPLATE}`);
    // It does not show that it has read our 250.
    await send(all, async (client) => client.reset(), mail);
    assert.equal(arrived(all), count);
  }
});

test('the next message of a script that has just closed waits until it is known that it read our 250', async (t) => {
  const all = await forwarding(t);
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], TEMPLATE), /^250 /);
  first.destroy();
  // Its system would answer within two round trips, each 5 ms longer than the measured one.
  await until(() => all.clock.isDueIn(10));
  const verdict = hand(await all.client(), [ALIAS], TEMPLATE);
  await until(() => all.clock.isDueIn(3000));
  all.clock.advance(10);
  assert.match(await verdict, /^250 /);
  assert.equal(arrived(all), 2);
});

test('the same message again, while the first connection is open and idle, is deferred', async (t) => {
  const all = await forwarding(t);
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], TEMPLATE), /^250 /);
  const second = await all.client();
  const verdict = hand(second, [ALIAS], TEMPLATE);
  await until(() => all.clock.isDueIn(3000));
  all.clock.advance(3000);
  assert.match(await verdict, /^451 4\.3\.0 /);
  await first.say('QUIT');
  assert.match(await hand(second, [ALIAS], TEMPLATE), /^250 /);
  assert.equal(arrived(all), 2);
});

test('a script that missed its 250 and retries within the hour does not make a second copy, and the log says so', async (t) => {
  const all = await forwarding(t);
  await send(all, all.leave, TEMPLATE);
  all.clock.advance(HOUR - 1000);
  await send(all, all.finish, TEMPLATE);
  assert.equal(arrived(all), 1);
  const [line, ...others] = all.log.lines.filter((one) => one.includes('duplicate suppressed'));
  assert.match(line ?? '', /^info duplicate suppressed {"id":"\w+","alias":"\w{10}"}$/);
  assert.deepEqual(others, []);
  // It has read that reply, so the same octets are its next message.
  await send(all, all.finish, TEMPLATE);
  assert.equal(arrived(all), 2);
});

test('a message of a script that missed its 250 is forgotten after an hour, a message of a server is not', async (t) => {
  const all = await forwarding(t);
  await send(all, all.leave, TEMPLATE);
  await send(all, all.leave, RELAYED);
  all.clock.advance(HOUR + 1000);
  await send(all, all.leave, RELAYED);
  assert.equal(arrived(all), 2);
  await send(all, all.leave, TEMPLATE);
  assert.equal(arrived(all), 3);
});

test('it is also forgotten after an hour while the store accepts no entries', async (t) => {
  const all = await forwarding(t, {
    seen: () => ({
      remember: () => Promise.reject(new Error('down')),
    }),
  });
  await send(all, all.leave, TEMPLATE);
  await send(all, all.leave, TEMPLATE);
  assert.equal(arrived(all), 1);
  all.clock.advance(HOUR + 1000);
  await send(all, all.leave, TEMPLATE);
  assert.equal(arrived(all), 2);
});

/** The next hop is slow, and other nodes get the note of the delivery meanwhile. */
async function slowly(t: TestContext, mail: string): Promise<Forwarding> {
  const all = await forwarding(t, { hop: { script: { dot: SILENCE } } });
  const client = await all.client();
  const verdict = hand(client, [ALIAS], mail);
  await all.hop.until(() => all.hop.count('dot') === 1);
  all.clock.advance(15_000);
  all.hop.say('250 2.0.0 taken');
  all.hop.script = {};
  assert.match(await verdict, /^250 /);
  await client.say('QUIT');
  await all.forwarder.settled();
  return all;
}

test('a slow mailbox does not turn a script’s next message into a copy if the script has read its 250', async (t) => {
  const all = await slowly(t, TEMPLATE);
  await send(all, all.finish, TEMPLATE);
  assert.equal(all.hop.count('dot'), 2);
});

test('a server that timed out on a slow mailbox makes no second copy, although its first attempt was read', async (t) => {
  const all = await slowly(t, RELAYED);
  await send(all, all.finish, RELAYED);
  assert.equal(all.hop.count('dot'), 1);
});
