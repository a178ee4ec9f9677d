import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';
import { type Clock, systemClock } from '#time/clock.ts';
import { selfSignedCertificate } from '#support/certificate.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { type Reply, reply } from '../reply.ts';
import { closeBehindQuit, closeWithoutQuit } from './close-detection.ts';

const context = createSecureContext(selfSignedCertificate('mx.alias.test'));
const TAKEN = reply(250, '2.0.0', 'Taken');
const MESSAGE = 'X: y\r\n\r\nz\r\n.\r\n';
/** As Postfix does: only the client's end follows. */
const MESSAGE_AND_QUIT = `${MESSAGE}QUIT\r\n`;

/** A receiver whose verdicts wait, and a client that has sent a message. */
async function sendingMessage(t: TestContext, octets: string, tls: boolean, clock: Clock) {
  const verdict = Promise.withResolvers<Reply>();
  const complete = Promise.withResolvers<void>();
  const { port, policy } = await receiving(t, { secureContext: () => context, clock });
  policy.onMessage = () => {
    complete.resolve();
    return verdict.promise;
  };
  const client = await SmtpClient.greeted(port);
  t.after(() => client.destroy());
  let cut = () => client.destroy();
  if (tls) {
    await client.say('STARTTLS');
    await client.secure();
    cut = () => client.cutOff();
    await client.say('EHLO client.test');
  }
  await client.open();
  client.send(octets);
  await complete.promise;
  return { policy, client, cut, verdict };
}

type End = 'half' | 'waits' | 'early' | 'cut' | 'reset';
const ENDS: [what: string, octets: string, tls: boolean, end: End, events: string[]][] = [
  ...[false, true].flatMap((tls): typeof ENDS => [
    ['closes after our 250 has read it', MESSAGE_AND_QUIT, tls, 'half', ['acknowledged', 'closed']],
    ['waits for our end has, too', MESSAGE_AND_QUIT, tls, 'waits', ['acknowledged', 'closed']],
    ['closed before our 250 may not', MESSAGE_AND_QUIT, tls, 'early', ['halfClosed', 'closed']],
  ]),
  ['is cut off by a third party after our 250 may not', MESSAGE_AND_QUIT, true, 'cut', ['closed']],
  ['closes immediately has read it', MESSAGE, false, 'cut', ['acknowledged', 'closed']],
  ['closes without a close_notify probably has', MESSAGE, true, 'cut', ['uncertain', 'closed']],
  ['resets the connection after our 250 may not', MESSAGE, false, 'reset', ['closed']],
];

for (const [what, octets, tls, end, events] of ENDS) {
  test(`a client that ${what} (${octets === MESSAGE ? 'no QUIT' : 'QUIT'}, ${tls ? 'TLS' : 'in clear'})`, async (t) => {
    const fake = new FakeClock();
    const clock = end === 'waits' || end === 'early' ? fake : systemClock;
    const { policy, client, cut, verdict } = await sendingMessage(t, octets, tls, clock);
    if (end === 'early') {
      client.endWriting();
      await policy.untilHalfClosed();
    }
    verdict.resolve(TAKEN);
    assert.match(await client.reply(), /^250 /);
    if (octets !== MESSAGE) assert.match(await client.reply(), /^221 /);
    if (end === 'half') client.endWriting();
    if (end === 'cut') cut();
    if (end === 'reset') client.reset();
    // Under TLS our side waits longer.
    if (end === 'waits') fake.advance(tls ? 2000 : 10);
    if (end === 'waits') assert.equal(await client.untilClosed(), '');
    if (end === 'early') fake.advance(2000);
    await policy.untilClosed(1);
    assert.deepEqual(policy.events, events);
  });
}

test('a client that leaves with our 250 unread, as when it is killed, has not proven that it read it', async (t) => {
  const { port, policy } = await receiving(t);
  const verdict = Promise.withResolvers<Reply>();
  const complete = Promise.withResolvers<void>();
  policy.onMessage = () => {
    complete.resolve();
    return verdict.promise;
  };
  // The client reads the greeting, and nothing after that.
  const client = connect(port, '127.0.0.1');
  const octets = `EHLO c.test\r\nMAIL FROM:<>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n${MESSAGE_AND_QUIT}`;
  client.once('data', () => client.pause().write(octets));
  await complete.promise;
  verdict.resolve(TAKEN);
  client.destroy();
  await policy.untilClosed(1);
  assert.ok(!policy.events.includes('acknowledged'), String(policy.events));
});

/** Both ends of a connection, the near one as the receiver has it. */
async function connection(t: TestContext): Promise<{ near: Socket; far: Socket }> {
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, accepted.resolve);
  t.after(() => server.close());
  const far = connect(await listenOnLoopback(server));
  const near = await accepted.promise;
  t.after(() => near.destroy());
  t.after(() => far.destroy());
  near.on('error', () => {}).resume();
  return { near, far: far.resume() };
}

/** Watches the client's end after our last reply, with a round trip of 40 ms. */
function watching(
  socket: Socket,
  { close = closeBehindQuit, wire = socket, roundTripMs = 40, clock = new FakeClock() } = {},
) {
  let shown = false;
  const settings = { socket, wire, clock, roundTripMs, sentAt: clock.now(), heardAt: 0 };
  close(settings, () => {
    shown = true;
  });
  // `once` of node:events would reject with the error of a reset.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return { clock, hasRead: () => shown, closed };
}

for (const { what, roundTripMs, reads } of [
  { what: 'reads our reply and closes', roundTripMs: 40, reads: true },
  { what: 'closes while our reply is on its way', roundTripMs: 40, reads: false },
  { what: 'answers slowly, reads our reply and closes', roundTripMs: 100_000, reads: true },
]) {
  test(`a client that ${what} has ${reads ? '' : 'not '}proven that it read it`, async (t) => {
    const { near, far } = await connection(t);
    const { clock, hasRead, closed } = watching(near, { roundTripMs });
    const end = once(near, 'end');
    // On one machine there is no network delay: the client's system answers a late reply immediately.
    if (!reads) far.destroy();
    else {
      near.write('250');
      await once(far, 'data');
      far.end();
    }
    await end;
    if (!reads) near.write('250');
    // One round trip is not enough; two, each 5 ms longer than the measured one, are.
    clock.advance(Math.min(roundTripMs, 1_900));
    assert.equal(hasRead(), false);
    clock.advance(Math.min(roundTripMs, 1_900) + 10);
    await closed;
    assert.equal(hasRead(), reads);
  });
}

test('a client whose end we read late, as a stalled process does, has not proven that it read our reply', async (t) => {
  const { near, far } = await connection(t);
  const { clock, hasRead, closed } = watching(near);
  // Nothing is read in between.
  far.destroy();
  near.write('250');
  clock.advance(90);
  await closed;
  assert.equal(hasRead(), false);
});

test('a client without QUIT that closes while our 250 is in transit has not proven that it read it', async (t) => {
  const { near, far } = await connection(t);
  const ended = once(near, 'end');
  far.destroy();
  await ended;
  near.write('250');
  const { clock, hasRead, closed } = watching(near, { close: closeWithoutQuit });
  clock.advance(90);
  await closed;
  assert.equal(hasRead(), false);
});

test('a client under TLS that closes while our reply is in transit has not proven that it read it', async (t) => {
  const { near: wire, far } = await connection(t);
  const socket = new TLSSocket(wire, { isServer: true, secureContext: context });
  const client = connectTls({ socket: far, rejectUnauthorized: false });
  for (const end of [socket.resume(), client]) end.on('error', () => {});
  await once(client, 'secureConnect');
  const { clock, hasRead, closed } = watching(socket, { wire });
  const end = once(socket, 'end');
  // The client's close_notify, and then the end of its connection.
  client.end();
  await end;
  const gone = new Promise((resolve) => far.once('close', resolve));
  far.destroy();
  await gone;
  socket.write('250');
  clock.advance(100);
  await closed;
  assert.equal(hasRead(), false);
});

test('a client that closes its side while part of our reply is still unsent has not proven that it read it', async (t) => {
  const { near, far } = await connection(t);
  const { clock, hasRead, closed } = watching(near);
  far.pause();
  // More than the buffers of both systems can hold.
  near.write(Buffer.alloc(50_000_000));
  const end = once(near, 'end');
  far.end();
  await end;
  clock.advance(100);
  far.resume();
  await closed;
  assert.equal(hasRead(), false);
});
