import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { greeted, receiving, RecordingPolicy } from '#support/receiving.ts';
import { sessionSettings } from './session-settings.fixture.ts';
import { until } from '#support/sending.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { type Reply, reply } from '../reply.ts';
import { Connection } from './connection.ts';

const MAIL =
  'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nX: y\r\n\r\nz\r\n.\r\n';

/** The codes of the last replies on connections that we ended. */
function endings() {
  const ended: string[] = [];
  return { ended, onEnd: ({ code, enhanced }: Reply) => void ended.push(`${code} ${enhanced}`) };
}

/** A connection to a client that is not open yet; a test supplies the input. */
async function accepted(t: TestContext, policy: RecordingPolicy, onEnd: (last: Reply) => void) {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, resolve);
  t.after(() => server.close());
  const heard = await SmtpClient.connect(await listenOnLoopback(server));
  const client = { address: '127.0.0.1', helo: '', esmtp: false, tls: null };
  const connection = new Connection(await promise, client, policy.open(client), {
    ...sessionSettings(),
    clock: new FakeClock(),
    secureContext: () => undefined,
    onGarbage: () => {},
    onActivity: () => {},
    onEnd,
  });
  return { connection, heard };
}

// The greeting goes out in the second turn of the event loop: octets in the first turn are still early.
for (const [when, inTurn] of [
  ['at once', (talk: () => void) => talk()],
  ['one turn later', setImmediate],
] as const) {
  test(`a client that sends data before the greeting gets one 554 without a greeting, and none of its commands is executed (${when})`, async (t) => {
    const { ended, onEnd } = endings();
    const policy = new RecordingPolicy();
    policy.onMail = () => assert.fail('a command was executed');
    const { connection, heard } = await accepted(t, policy, onEnd);
    connection.open();
    inTurn(() => connection.received(Buffer.from(MAIL)));
    assert.match(await heard.untilClosed(), /^554 5\.5\.1 [^\r]*\r\n$/);
    // It is read to its end, though it was paused.
    await policy.untilClosed(1);
    // Octets that arrive after the greeting would have been sent are not executed either.
    connection.received(Buffer.from(MAIL));
    assert.deepEqual(ended, ['554 5.5.1']);
  });
}

// TLS 1.0 with two RSA suites and no extensions, as scanners send it: it contains no LF and is shorter than a command line.
const CLIENT_HELLO = `160301002f0100002b0301${'5a'.repeat(32)}000004002f00350100`;
for (const [what, octets, reason] of [
  ['an HTTP request', `GET / HTTP/1.1\r\n${MAIL}`, '554 5.5.1'],
  ['another HTTP request', `POST /x HTTP/1.1\r\n${MAIL}`, '554 5.5.1'],
  ['an octet of TLS in a line', `\x16\x03\x01\x02\x00\n${MAIL}`, '500 5.5.2'],
  ['a ClientHello without the end of a line', Buffer.from(CLIENT_HELLO, 'hex'), '500 5.5.2'],
  ['the first octet of a ClientHello', Buffer.of(0x16), '500 5.5.2'],
] as const) {
  test(`a client that sends ${what} is disconnected at once and counted, and no line is executed`, async (t) => {
    const { ended, onEnd } = endings();
    const { client, policy } = await greeted(t, { onEnd });
    client.send(octets);
    const heard = await client.untilClosed();
    assert.ok(heard.startsWith(reason) && heard.indexOf('\n') === heard.length - 1, heard);
    assert.deepEqual([policy.messages.length, ended], [0, [reason]]);
  });
}

test('a client that never closes after our 421 is cut off after five seconds', async (t) => {
  const clock = new FakeClock();
  const { port, receiver } = await receiving(t, { clock });
  // Half-open: the client reads our 421 and keeps its side open.
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => client.destroy());
  await once(client, 'data');
  client.resume().write('QUIT\r\n');
  await once(client, 'end');
  clock.advance(5000);
  await SmtpClient.met(port);
  assert.equal(receiver.connections, 2);
  clock.advance(1000);
  await until(() => receiver.connections === 1);
});

test('a 421 of the policy closes the connection, to MAIL and to RCPT alike', async (t) => {
  const { port, policy, receiver } = await receiving(t);
  const goodbye = () => reply(421, '4.7.0', 'Come back later');
  for (const [method, before, line] of [
    ['onRecipient', 'MAIL FROM:<>', 'RCPT TO:<c@d.test>'],
    ['onMail', 'RSET', 'MAIL FROM:<>'],
  ] as const) {
    const client = await SmtpClient.greeted(port);
    await client.say(before);
    policy[method] = goodbye;
    client.send(`${line}\r\nNOOP\r\n`);
    assert.equal(await client.untilClosed(), '421 4.7.0 Come back later\r\n');
  }
  await until(() => receiver.connections === 0);
});

for (const [way, message] of [
  ['DATA', 'DATA\r\nA: b\r\n\r\nc\r\n.\r\n'],
  ['BDAT', 'BDAT 11 LAST\r\nA: b\r\n\r\nc\r\n'],
]) {
  test(`a client that sends everything at once, by ${way}, and closes its side gets all replies`, async (t) => {
    const { port, policy } = await receiving(t);
    const found = Promise.withResolvers<ReturnType<typeof reply>>();
    policy.onRecipient = () => found.promise;
    policy.onMessage = () => Promise.resolve(reply(250, '2.0.0', 'Taken'));
    const client = await SmtpClient.greeted(port);
    client.send(`MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\n${message}`);
    client.endWriting();
    await policy.untilHalfClosed();
    found.resolve(reply(250, '2.1.5', 'Found'));
    assert.match(await client.untilClosed(), /\r\n250 2\.1\.5 [^]*\r\n250 2\.0\.0 Taken\r\n$/);
    assert.equal(policy.messages.length, 1);
  });
}
