/** The dialogue with one server. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Act, FakeStep } from '#support/fake-hop-session.ts';
import { CLOSE, type Script, SILENCE } from '#support/fake-next-hop.ts';
import { dotless, envelope, message, relaying, wireMessage } from '#support/sending.ts';
import type { Relay } from '../route/target.ts';

suite('old servers', () => {
  for (const [extensions, ahead] of [
    [['8BITMIME'], 0],
    [['PIPELINING', 'SIZE 0'], 2],
  ] as const) {
    test(`with ${extensions.join(' and ')}, ${ahead} commands follow MAIL before its reply`, async (t) => {
      const { hop, send } = await relaying(t, { extensions });
      const waiting: number[] = [];
      const note = () => {
        const received = Buffer.concat(hop.inClear).toString().split('\r\n').length - 1;
        waiting.push(received - hop.commands.length);
        return undefined;
      };
      hop.script = { MAIL: note, RCPT: note, DATA: note };
      assert.equal(await send(), 'accepted');
      assert.deepEqual(waiting, [ahead, Math.max(ahead - 1, 0), 0]);
      assert.equal(hop.messages[0]?.mail.includes(' SIZE='), ahead > 0);
    });
  }

  test('a server that supports only HELO gets the message', async (t) => {
    const script = { EHLO: '502 5.5.1 not implemented' };
    const { hop, send } = await relaying(t, { script });
    assert.equal(await send(), 'accepted');
    assert.deepEqual(hop.commands.slice(0, 2), ['EHLO mx.ours.test', 'HELO mx.ours.test']);
    assert.equal(hop.messages[0]?.mail, 'MAIL FROM:<sender@origin.test>');
  });
});

suite('the recipient is rejected, and DATA is accepted nevertheless', () => {
  for (const [refused, step] of [
    ['550 5.1.1 no such user', 'RCPT'],
    ['550 5.7.1 no such sender', 'MAIL'],
  ] as const) {
    test(`${step} ${refused}: nothing is delivered`, async (t) => {
      const script: Script = { [step]: refused, DATA: '354 go ahead' };
      const { hop, send } = await relaying(t, { script });
      assert.equal(await send(), `refused ${refused.slice(0, 9)}`);
      await hop.until(() => hop.connections.open === 0);
      assert.deepEqual([hop.messages.length, hop.count('dot')], [0, 0]);
      hop.script = {};
      assert.equal(await send(), 'accepted');
    });
  }
});

// Every form of a reply: far-reply.test.ts.
suite('unexpected replies', () => {
  for (const reply of ['HTTP/1.1 400 Bad Request', '199 what', '354 go ahead']) {
    test(`${reply} to MAIL is 451`, async (t) => {
      const { hop, send } = await relaying(t, { script: { MAIL: reply } });
      assert.equal(await send(), 'deferred 451 4.5.0');
      assert.equal(hop.messages.length, 0);
    });
  }

  test('an unsolicited reply on an idle connection closes it before the next message', async (t) => {
    const { hop, send } = await relaying(t);
    await send();
    hop.say('250 2.0.0 by the way');
    await hop.until(() => hop.connections.open === 0);
    assert.equal(await send(), 'accepted');
    assert.equal(hop.connections.total, 2);
  });
});

suite('a 250 to the final dot is the verdict, whatever follows it', () => {
  for (const [what, behind] of [
    ['an empty line', '\r\n'],
    ['another reply', '250 2.0.0 ok\r\n'],
    ['ten more replies', '250 2.0.0 ok\r\n'.repeat(10)],
  ] as const) {
    test(`${what}: delivered, and never read as a reply to the next message`, async (t) => {
      const script: Script = { dot: { pieces: [`250 2.0.0 ok\r\n${behind}`] } };
      const { hop, send } = await relaying(t, { script });
      assert.equal(await send(), 'accepted');
      hop.script = { MAIL: '550 5.7.1 no' };
      assert.equal(await send(), 'refused 550 5.7.1');
      assert.equal(hop.connections.total, 2);
    });
  }
});

suite('an extra reply is never read as the reply to the next command', () => {
  const credentials = { user: 'us', password: 'secret' };
  const cases: [next: FakeStep, before: FakeStep, said: string, relay?: Partial<Relay>][] = [
    ['EHLO', 'greeting', '220 x\r\n250-x\r\n250 8BITMIME\r\n'],
    ['AUTH', 'EHLO', '250-x\r\n250 AUTH PLAIN\r\n235 stray\r\n', { credentials }],
    ['MAIL', 'EHLO', '250-x\r\n250 8BITMIME\r\n250 stray\r\n'],
    ['RCPT', 'MAIL', '250 2.1.0 ok\r\n250 stray\r\n'],
    ['dot', 'DATA', '354 go ahead\r\n\r\n'],
    ['dot', 'DATA', '354 go ahead\r\n250 2.0.0 ok\r\n'],
  ];
  for (const [next, before, said, relay = {}] of cases) {
    test(`${next} is not sent after ${JSON.stringify(said)} to ${before}`, async (t) => {
      const hopOptions = { extensions: [], script: { [before]: { pieces: [said] } } };
      const { hop, send } = await relaying(t, hopOptions, { relay });
      assert.equal(await send(dotless), 'deferred 451 4.5.0');
      await hop.until(() => hop.connections.open === 0);
      assert.equal(hop.count(next), 0);
    });
  }
});

for (const messages of [0, 1]) {
  test(`an extra reply to MAIL, after ${messages} messages on the connection, does not turn the reply to RCPT into the verdict`, async (t) => {
    // A server with CHUNKING replies with 250 to everything, including its verdict.
    const extensions = ['PIPELINING', 'CHUNKING'];
    const { hop, send } = await relaying(t, { extensions });
    for (let i = 0; i < messages; i++) await send(dotless);
    // Each reply takes the place of the next one; the last one would be the rejection of the message.
    const onFirst = (act: Act) => () => (hop.connections.total === 1 ? act : undefined);
    hop.script = {
      MAIL: onFirst({ pieces: ['250 2.0.0 ok\r\n250 2.1.0 sender ok\r\n'] }),
      RCPT: onFirst(SILENCE),
      DATA: onFirst('250 2.1.5 recipient ok'),
    };
    const verdict = await send(dotless);
    const taken = hop.messages.slice(messages).map(({ connection }) => connection);
    const expected = messages === 0 ? ['deferred 451 4.5.0', []] : ['accepted', [2]];
    assert.deepEqual([verdict, taken], expected);
  });
}

test('an unsolicited rejection that arrives during the next message does not reject it', async (t) => {
  const { hop, send } = await relaying(t);
  assert.equal(await send(), 'accepted');
  const stray = { pieces: ['554 5.5.0 stray\r\n250 2.1.0 sender ok\r\n'] };
  hop.script = { MAIL: () => (hop.connections.total === 1 ? stray : undefined) };
  assert.equal(await send(), 'accepted');
  assert.equal(hop.connections.total, 2);
});

suite('a message that the server cannot accept is rejected, never converted', () => {
  const eightBit = wireMessage('Subject: hello\r\n\r\nGr\xfc\xdfe\r\n');
  const dots = wireMessage('..\r\n'.repeat(100));
  const utf8 = { utf8: true };
  for (const [extensions, wire, addresses, verdict] of [
    ['SMTPUTF8', eightBit, {}, 'refused 554 5.6.3'],
    ['8BITMIME', message, { forwardPath: 'jörg@mailbox.test' }, 'refused 550 5.6.7'],
    ['8BITMIME', message, { reversePath: 'jörg@origin.test' }, 'refused 550 5.6.7'],
    // SMTPUTF8 declared but not needed does not stop a message: only its header block counts.
    ['8BITMIME', wireMessage('Subject: \xc3\xbc\r\n\r\nhi\r\n'), utf8, 'refused 550 5.6.7'],
    ['8BITMIME', wireMessage('Subject: e\r\n', 'X: \xe9\r\n'), utf8, 'refused 550 5.6.7'],
    ['8BITMIME', wireMessage('Subject: e\r', '\n\r', '\n\xe9\r\n'), utf8, 'accepted'],
    ['8BITMIME', wireMessage('\r\n\xe9\r\n'), utf8, 'accepted'],
    // RFC 1870 section 5: stuffing dots do not count.
    ['SIZE 299', dots, {}, 'refused 552 5.3.4'],
    ['SIZE 300', dots, {}, 'accepted'],
  ] as const) {
    const what = JSON.stringify(wire.chunks.join('|').slice(0, 40));
    test(`${what} ${JSON.stringify(addresses)} to a server with only ${extensions}: ${verdict}`, async (t) => {
      const { hop, send } = await relaying(t, { extensions: [extensions] });
      assert.equal(await send(wire, addresses), verdict);
      assert.equal(hop.count('MAIL'), verdict === 'accepted' ? 1 : 0);
    });
  }

  test('extensions that the server offers and the message requires are declared', async (t) => {
    const { hop, send } = await relaying(t);
    assert.equal(await send(eightBit, { forwardPath: 'jörg@mailbox.test' }), 'accepted');
    const parameters = `SIZE=${eightBit.octets} BODY=8BITMIME SMTPUTF8`;
    assert.equal(hop.messages[0]?.mail, `MAIL FROM:<sender@origin.test> ${parameters}`);
    assert.deepEqual(hop.messages[0]?.recipients, ['<jörg@mailbox.test>']);
  });
});

test('an address that would end the command line is rejected and never sent', async (t) => {
  const { hop, send } = await relaying(t);
  for (const [address, verdict] of [
    [{ forwardPath: 'a@b.test>\r\nRCPT TO:<c@d.test' }, 'refused 553 5.1.3'],
    [{ reversePath: 'a\n@b.test' }, 'refused 553 5.1.7'],
    [{ forwardPath: 'a\0@b.test' }, 'refused 553 5.1.3'],
  ] as const) {
    assert.equal(await send(message, address), verdict);
  }
  assert.equal(hop.connections.total, 0);
});

test('text and addresses from the server never reach our reply, and addresses never reach the log', async (t) => {
  const secret = '550 5.1.1 <real@mailbox.test>: Recipient real@MAILBOX.test unknown (real)';
  const { hop, nextHop, log, deadline } = await relaying(t, { script: { RCPT: secret } });
  const delivery = await nextHop.deliver(envelope, message, deadline);
  hop.script = { MAIL: CLOSE, greeting: '554 5.7.1 <real@mailbox.test> no' };
  await nextHop.deliver(envelope, message, deadline);
  assert.deepEqual(delivery.reply, { code: 550, enhanced: '5.1.1' });
  assert.doesNotMatch(JSON.stringify(delivery), /real|mailbox\.test/i);
  assert.doesNotMatch(log.lines.join('\n'), /real|mailbox\.test/i);
  const levels = log.lines.map((line) => line.split(' ', 1)[0]);
  assert.deepEqual(levels, ['debug', 'debug', 'warn']);
});
