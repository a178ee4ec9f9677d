import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { greeted, receiving, RecordingPolicy } from '#support/receiving.ts';
import { sessionSettings } from './session-settings.fixture.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';
import type { Policy } from './policy.ts';
import { Session } from './session.ts';

const TRANSACTION = 'MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\n';

/** A connection whose client reads only on the test's command. */
class UnreadWire {
  sent = '';
  paused = false;
  full = false;
  ended = false;
  readonly pause = () => void (this.paused = true);
  readonly resume = () => void (this.paused = false);
  readonly end = () => void (this.ended = true);
  readonly endAfterClient = this.end;
  /** TLS reads by itself, whether or not the plaintext connection was being read. */
  readonly secure = this.resume;

  send(octets: string): boolean {
    this.sent += octets;
    return !this.full;
  }
}

function session(
  wire: UnreadWire,
  policy = new RecordingPolicy(),
  settings = sessionSettings(),
): Session {
  const client = { address: '192.0.2.1', helo: '', esmtp: false, tls: null };
  return new Session(client, policy.open(client), wire, { ...settings, tlsOffered: () => true });
}

test('a client that sends and never reads is paused until it reads', () => {
  const wire = new UnreadWire();
  const unread = session(wire);
  wire.full = true;
  const commands = Buffer.from('EHLO c.test\r\n'.repeat(5000));
  for (let i = 0; i < 100 && !wire.paused; i++) unread.input(commands);
  assert.ok(wire.paused);
  assert.ok(wire.sent.length < 100_000, `${wire.sent.length} octets of replies wait to be read`);
  const said = wire.sent.length;
  wire.full = false;
  unread.drained();
  assert.ok(!wire.paused);
  assert.ok(wire.sent.length > said, 'the commands read meanwhile are answered');
});

for (const size of [1, 100, 65_536]) {
  test(`an endless line is rejected with the piece that makes it too long (pieces of ${size})`, () => {
    const wire = new UnreadWire();
    const endless = session(wire);
    let taken = 0;
    for (; !wire.ended && taken < 1_000_000; taken += size) endless.input(Buffer.alloc(size, 'x'));
    assert.equal(taken, Math.ceil(513 / size) * size, 'all that is ever held of it');
    for (let i = 0; i < 10; i++) endless.input(Buffer.from('x\r\nNOOP\r\n'));
    assert.match(wire.sent, /^500 5\.5\.2 [^\r]*\r\n$/);
  });
}

test('an endless line is not read further while a command before it waits for its decision', async () => {
  const wire = new UnreadWire();
  const policy = new RecordingPolicy();
  const decision = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onMail = () => decision.promise;
  const endless = session(wire, policy);
  endless.input(Buffer.from('EHLO c.test\r\nMAIL FROM:<a@b.test>\r\n'));
  const piece = Buffer.alloc(1000, 'x');
  let taken = 0;
  for (; !wire.paused && taken < 1_000_000; taken += piece.length) endless.input(piece);
  assert.equal(taken, 9000, 'the first thousand above 8,192 octets');
  decision.resolve(reply(250, '2.1.0', 'OK'));
  await decision.promise;
  assert.match(wire.sent, /\r\n250 2\.1\.0 OK\r\n500 5\.5\.2 [^\r]*\r\n$/);
  assert.ok(wire.ended);
});

test("during a recipient's lookup, input is read only up to the limit for commands", () => {
  const policy = new RecordingPolicy();
  policy.onRecipient = () => new Promise(() => {});
  const recipients = 'RCPT TO:<c@d.test>\r\n'.repeat(100);
  const message = `BDAT 10000 LAST\r\n${'x'.repeat(10_000)}`;
  for (const [pieces, paused] of [
    [[recipients], false],
    [[recipients, message], true],
    [[`${recipients}${message}`], true],
  ] as const) {
    const wire = new UnreadWire();
    const hasty = session(wire, policy);
    hasty.input(Buffer.from('EHLO c.test\r\nMAIL FROM:<a@b.test>\r\n'));
    for (const piece of pieces) hasty.input(Buffer.from(piece));
    assert.equal(wire.paused, paused);
  }
});

test('the verdict on a message is sent immediately, even if the next one in the same packet waits for memory', async () => {
  const wire = new UnreadWire();
  const settings = sessionSettings();
  const sender = session(wire, new RecordingPolicy(), settings);
  sender.input(Buffer.from(`EHLO c.test\r\n${TRANSACTION}`));
  settings.budget.take('another', 900_000);
  const next = 'MAIL FROM:<a@b.test> SIZE=500000\r\nRCPT TO:<c@d.test>\r\nDATA\r\n';
  sender.input(Buffer.from(`A: b\r\n\r\nc\r\n.\r\n${next}`));
  await new Promise(setImmediate);
  assert.match(wire.sent, /\r\n354 [^\r]*\r\n250 2\.0\.0 OK\r\n$/);
  sender.ended();
});

test('a client that leaves at the moment it gets memory does not keep it', () => {
  const settings = sessionSettings();
  const leaver = session(new UnreadWire(), new RecordingPolicy(), settings);
  settings.budget.take('another', 1_000_000);
  leaver.input(Buffer.from(`EHLO c.test\r\n${TRANSACTION}`));
  settings.budget.give('another', 1_000_000);
  assert.notEqual(settings.budget.used, 0);
  leaver.ended();
  assert.equal(settings.budget.used, 0);
});

test('commands that arrive before the verdict was sent do not prove that the client has read it', async () => {
  const wire = new UnreadWire();
  const policy = new RecordingPolicy();
  const sender = session(wire, policy);
  const input = (lines: string) => sender.input(Buffer.from(lines));
  input(`EHLO c.test\r\n${TRANSACTION}`);
  const found = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onRecipient = () => found.promise;
  input(`A: b\r\n\r\nc\r\n.\r\n${TRANSACTION}`);
  await new Promise(setImmediate);
  input('A: b\r\n');
  assert.deepEqual(policy.events, []);
  found.resolve(reply(250, '2.1.5', 'OK'));
  await new Promise(setImmediate);
  input('\r\nc\r\n');
  assert.deepEqual(policy.events, ['acknowledged']);
});

test('a client that closes its side before it has read still gets its replies once it reads', () => {
  const wire = new UnreadWire();
  const unread = session(wire);
  wire.full = true;
  unread.input(Buffer.from('EHLO c.test\r\n'));
  unread.input(Buffer.from('VRFY someone\r\n'));
  unread.halfClosed();
  assert.ok(!wire.ended);
  wire.full = false;
  unread.drained();
  assert.match(wire.sent, /\r\n252 [^\r]*\r\n$/);
  assert.ok(wire.ended);
});

test('a client that was paused before STARTTLS has no advantage from that under TLS', () => {
  const wire = new UnreadWire();
  const unread = session(wire);
  wire.full = true;
  unread.input(Buffer.from('EHLO c.test\r\n'));
  unread.input(Buffer.from(`${`NOOP ${'x'.repeat(500)}\r\n`.repeat(140)}STARTTLS\r\n`));
  assert.ok(wire.paused);
  wire.full = false;
  unread.drained();
  unread.secured({ protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' });
  wire.full = true;
  const commands = Buffer.from('EHLO c.test\r\n'.repeat(5000));
  for (let i = 0; i < 20; i++) unread.input(commands);
  assert.ok(wire.paused);
});

test('a client that sends a lot before it reads gets every reply, in order', async (t) => {
  const { client } = await greeted(t);
  const hellos = 5000;
  client.send(`${'EHLO c.test\r\n'.repeat(hellos)}QUIT\r\n`);
  const heard = await client.untilClosed();
  assert.equal(heard.match(/^250 /gm)?.length, hellos);
  assert.ok(heard.endsWith('\r\n221 2.0.0 Bye\r\n'));
});

/** Methods that override those of a policy that accepts everything. */
type Wrong = (sound: Policy) => Partial<Policy>;

const fail = () => {
  throw new Error('a fault of ours');
};

async function faulty(t: TestContext, wrong: Wrong) {
  const faults: unknown[] = [];
  const policy = new RecordingPolicy();
  const { port, receiver } = await receiving(t, {
    onFault: (error) => faults.push(error),
    policy: (client) => {
      const sound = policy.open(client);
      return { ...sound, ...wrong(sound) };
    },
  });
  const client = await SmtpClient.greeted(port);
  return { client, port, receiver, policy, faults };
}

const FAULTS: [where: string, wrong: Wrong][] = [
  ['at the start of a message', () => ({ message: fail })],
  ['in its header', (sound) => ({ message: () => ({ ...sound.message(), header: fail }) })],
  ['in its body', (sound) => ({ message: () => ({ ...sound.message(), body: fail }) })],
  ['at its final dot', (sound) => ({ message: () => ({ ...sound.message(), end: fail }) })],
  ['after its verdict', () => ({ reset: fail })],
];

for (const [where, wrong] of FAULTS) {
  test(`an internal error ${where} ends the session with 421, and no memory stays reserved`, async (t) => {
    const { client, receiver, policy, faults } = await faulty(t, wrong);
    await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
    client.send('DATA\r\nA: b\r\n\r\nc\r\n.\r\n');
    assert.match(await client.untilClosed(), /^(?:354 [^\r]*\r\n)?421 4\.3\.0 [^\r]*\r\n$/);
    await policy.untilClosed(1);
    assert.equal(receiver.inFlightOctets, 0);
    assert.notEqual(faults.length, 0);
  });
}

test('an internal error in `acknowledged` ends the session with 421', async (t) => {
  const { client, faults } = await faulty(t, () => ({ acknowledged: fail }));
  assert.match(await client.deliver(), /^250 /);
  client.send('NOOP\r\n');
  assert.match(await client.untilClosed(), /^421 4\.3\.0 [^\r]*\r\n$/);
  assert.equal(faults.length, 1);
});

test('an internal error when a client leaves is reported to the operator, and other clients are served', async (t) => {
  const { client, port, policy, faults } = await faulty(t, (sound) => ({
    halfClosed: fail,
    closed: () => {
      sound.closed();
      fail();
    },
  }));
  policy.onMail = () => new Promise(() => {});
  client.send('MAIL FROM:<a@b.test>\r\n');
  client.endWriting();
  await policy.untilClosed(1);
  assert.equal(faults.length, 2);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});
