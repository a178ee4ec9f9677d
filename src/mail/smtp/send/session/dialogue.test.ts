/** The dialogue with one server. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Act, FakeStep } from '#support/fake-hop-session.ts';
import { CLOSE, type Script, SILENCE } from '#support/fake-next-hop.ts';
import { dotless, envelope, message, relaying, wireMessage } from '#support/sending.ts';
import type { Relay } from '../route/target.ts';

const BODY = 'Subject: hello\r\n\r\nHello.\r\n.dotted\r\n';

suite('old servers', () => {
  test('without PIPELINING each command waits for its reply', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, { extensions: ['8BITMIME'] });
    let ahead = false;
    const noneWaits = () => {
      ahead ||= hop.commandsWaiting > 0;
      return undefined;
    };
    hop.script = { MAIL: noneWaits, RCPT: noneWaits, DATA: noneWaits };
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.equal(ahead, false);
    assert.equal(hop.messages[0]?.octets.toString(), BODY);
    assert.equal(hop.messages[0]?.mail, 'MAIL FROM:<sender@origin.test>');
  });

  test('with PIPELINING all commands are sent in one packet', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    const waiting: number[] = [];
    hop.script = {
      MAIL: () => {
        waiting.push(hop.commandsWaiting);
        return undefined;
      },
    };
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.deepEqual(waiting, [2]);
  });

  test('a server that supports only HELO gets the message', async (t) => {
    const script = { EHLO: '502 5.5.1 not implemented' };
    const { hop, nextHop, deadline } = await relaying(t, { script });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
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
      const { hop, nextHop, deadline } = await relaying(t, { script });
      const delivery = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([delivery.kind, delivery.reply.code], ['refused', 550]);
      await hop.until(() => hop.connections.open === 0);
      assert.equal(hop.messages.length, 0);
      assert.equal(hop.count('dot'), 0);
      hop.script = {};
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    });
  }
});

suite('replies in every form', () => {
  const verdictOn = async (t: Parameters<typeof relaying>[0], script: Script) => {
    const { hop, nextHop, deadline } = await relaying(t, { script });
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    return { verdict: `${kind} ${reply.code} ${reply.enhanced}`, taken: hop.messages.length };
  };
  const octetByOctet = (text: string) => ({ pieces: text.split('') });

  for (const [name, script] of Object.entries<Script>({
    'several lines': { RCPT: '250-2.1.5 one\r\n250-2.1.5 two\r\n250 2.1.5 three' },
    'lines of 1 KB': { MAIL: `250-${'x'.repeat(1000)}\r\n250 ${'y'.repeat(1000)}` },
    'octet by octet': {
      greeting: octetByOctet('220-fake\r\n220 test\r\n'),
      MAIL: octetByOctet('250 2.1.0 ok\r\n'),
      dot: octetByOctet('250-2.0.0 in\r\n250 2.0.0 it is\r\n'),
    },
    'bare LF': { greeting: { pieces: ['220 fake\n'] }, MAIL: { pieces: ['250-a\n250 b\n'] } },
    'without text': { greeting: '220', MAIL: '250', RCPT: '250 ', dot: '250' },
  })) {
    test(`${name}: delivered`, async (t) => {
      const { verdict, taken } = await verdictOn(t, script);
      assert.match(verdict, /^accepted 250 2\./);
      assert.equal(taken, 1);
    });
  }

  for (const [name, reply] of [
    ['a reply of more than 64 KB', `250-${'x'.repeat(1000)}\r\n`.repeat(70)],
    ['a line that never ends', 'x'.repeat(70_000)],
    ['not SMTP at all', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['a code out of range', '199 what\r\n'],
    ['an unexpected reply', '354 go ahead\r\n'],
  ] as const) {
    test(`${name} to MAIL is 451`, async (t) => {
      const answer = await verdictOn(t, { MAIL: { pieces: [reply] } });
      assert.deepEqual(answer, { verdict: 'deferred 451 4.5.0', taken: 0 });
    });
  }

  test('an unsolicited reply on an idle connection closes it before the next message', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    await nextHop.deliver(envelope, message, deadline);
    hop.say('250 2.0.0 by the way');
    await hop.until(() => hop.connections.open === 0);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.equal(hop.connections.total, 2);
  });

  test('a second reply to the final dot is never read as a reply to the next message', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    hop.script = { dot: { pieces: ['250 2.0.0 ok\r\n250 2.0.0 ok\r\n'] } };
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    hop.script = { MAIL: '550 5.7.1 no' };
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'refused');
  });
});

suite('a 250 to the final dot is the verdict, whatever follows it', () => {
  for (const [what, behind] of [
    ['an empty line', '\r\n'],
    ['ten more replies', '250 2.0.0 ok\r\n'.repeat(10)],
  ] as const) {
    test(`${what}: delivered, and the connection is not used again`, async (t) => {
      const script: Script = { dot: { pieces: [`250 2.0.0 ok\r\n${behind}`] } };
      const { hop, nextHop, deadline } = await relaying(t, { script });
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
      hop.script = {};
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
      assert.deepEqual([hop.messages.length, hop.connections.total], [2, 2]);
    });
  }
});

test('the message is not sent if an extra reply follows the 354', async (t) => {
  for (const behind of ['\r\n', '250 2.0.0 ok\r\n']) {
    const script = { DATA: { pieces: [`354 go ahead\r\n${behind}`] } };
    const { hop, nextHop, deadline } = await relaying(t, { script });
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.5.0']);
    assert.equal('unknown' in delivery, false);
    await hop.until(() => hop.connections.open === 0);
    assert.equal(hop.count('dot'), 0);
  }
});

suite('an unsolicited reply is never read as the reply to the next command', () => {
  const credentials = { user: 'us', password: 'secret' };
  const cases: [next: string, before: FakeStep, said: string, relay?: Partial<Relay>][] = [
    ['EHLO', 'greeting', '220 x\r\n250-x\r\n250 8BITMIME\r\n'],
    ['AUTH', 'EHLO', '250-x\r\n250 AUTH PLAIN\r\n235 stray\r\n', { credentials }],
    ['MAIL', 'EHLO', '250-x\r\n250 8BITMIME\r\n250 stray\r\n'],
    ['RCPT', 'MAIL', '250 2.1.0 ok\r\n250 stray\r\n'],
  ];
  for (const [next, before, said, relay = {}] of cases) {
    test(`${next} is not sent if an extra reply follows the one to ${before}`, async (t) => {
      const script = { [before]: { pieces: [said] } };
      const hopOptions = { extensions: [], script };
      const { hop, nextHop, deadline } = await relaying(t, hopOptions, { relay });
      const delivery = await nextHop.deliver(envelope, dotless, deadline);
      assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.5.0']);
      assert.equal(
        hop.commands.some((line) => line.startsWith(next)),
        false,
      );
    });
  }
});

for (const messages of [0, 1]) {
  test(`an extra reply to MAIL, after ${messages} messages on the connection, does not turn the reply to RCPT into the verdict`, async (t) => {
    // A server with CHUNKING replies with 250 to everything, including its verdict.
    const extensions = ['PIPELINING', 'CHUNKING'];
    const { hop, nextHop, deadline } = await relaying(t, { extensions });
    for (let i = 0; i < messages; i++) await nextHop.deliver(envelope, dotless, deadline);
    // Each reply takes the place of the next one; the last one would be the rejection of the message.
    const onFirst = (act: Act) => () => (hop.connections.total === 1 ? act : undefined);
    hop.script = {
      MAIL: onFirst({ pieces: ['250 2.0.0 ok\r\n250 2.1.0 sender ok\r\n'] }),
      RCPT: onFirst(SILENCE),
      DATA: onFirst('250 2.1.5 recipient ok'),
    };
    const { kind } = await nextHop.deliver(envelope, dotless, deadline);
    const taken = hop.messages.slice(messages).map(({ connection }) => connection);
    assert.deepEqual([kind, taken], messages === 0 ? ['deferred', []] : ['accepted', [2]]);
  });
}

test('an unsolicited rejection that arrives during the next message does not reject it', async (t) => {
  const { hop, nextHop, deadline } = await relaying(t);
  assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
  const stray = { pieces: ['554 5.5.0 stray\r\n250 2.1.0 sender ok\r\n'] };
  hop.script = { MAIL: () => (hop.connections.total === 1 ? stray : undefined) };
  assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
  assert.equal(hop.connections.total, 2);
});

suite('a message that the server cannot accept is rejected, never converted', () => {
  const eightBit = wireMessage('Subject: hello\r\n\r\nGr\xfc\xdfe\r\n');
  const eightBitHeader = wireMessage('Subject: Gr\xc3\xbc\xc3\x9fe\r\n\r\nhello\r\n');

  const cases = [
    ['8BITMIME', eightBit, {}, '554 5.6.3'],
    ['SMTPUTF8', message, { forwardPath: 'jörg@mailbox.test' }, '550 5.6.7'],
    ['SMTPUTF8', message, { reversePath: 'jörg@origin.test' }, '550 5.6.7'],
    ['SMTPUTF8', eightBitHeader, { utf8: true }, '550 5.6.7'],
  ] as const;
  for (const [lacking, sent, addresses, verdict] of cases) {
    test(`no ${lacking}: ${verdict}`, async (t) => {
      const extensions = ['PIPELINING', '8BITMIME', 'SMTPUTF8'].filter((name) => name !== lacking);
      const { hop, nextHop, deadline } = await relaying(t, { extensions });
      const { kind, reply } = await nextHop.deliver({ ...envelope, ...addresses }, sent, deadline);
      assert.equal(`${kind} ${reply.code} ${reply.enhanced}`, `refused ${verdict}`);
      assert.equal(hop.count('MAIL'), 0);
    });
  }

  test('SMTPUTF8 declared but not needed does not stop a message: only its header block counts', async (t) => {
    const { nextHop, deadline } = await relaying(t, { extensions: ['8BITMIME'] });
    const declared = { ...envelope, utf8: true };
    for (const [pieces, kind] of [
      [['Subject: e\r', '\n\r', '\n\xe9\r\n'], 'accepted'],
      [['\r\n\xe9\r\n'], 'accepted'],
      [['Subject: e\r\n', 'X: \xe9\r\n'], 'refused'],
    ] as const) {
      const verdict = await nextHop.deliver(declared, wireMessage(...pieces), deadline);
      assert.equal(verdict.kind, kind, pieces.join('|'));
    }
  });

  test('extensions that the server offers and the message requires are declared', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    const addresses = { ...envelope, forwardPath: 'jörg@mailbox.test' };
    assert.equal((await nextHop.deliver(addresses, eightBit, deadline)).kind, 'accepted');
    const parameters = `SIZE=${eightBit.octets} BODY=8BITMIME SMTPUTF8`;
    assert.equal(hop.messages[0]?.mail, `MAIL FROM:<sender@origin.test> ${parameters}`);
    assert.deepEqual(hop.messages[0]?.recipients, ['<jörg@mailbox.test>']);
  });
});

suite('size', () => {
  const dots = wireMessage('..\r\n'.repeat(100));

  test('a message above the SIZE of the server is 552 5.3.4 without upload', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, { extensions: ['SIZE 299'] });
    const { kind, reply } = await nextHop.deliver(envelope, dots, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced], ['refused', 552, '5.3.4']);
    assert.equal(hop.count('MAIL'), 0);
  });

  test('stuffing dots do not count', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, { extensions: ['SIZE 300'] });
    assert.equal((await nextHop.deliver(envelope, dots, deadline)).kind, 'accepted');
    assert.equal(hop.messages[0]?.octets.length, 300);
  });
});

test('an address that would end the command line is rejected and never sent', async (t) => {
  const { hop, nextHop, deadline } = await relaying(t);
  for (const address of [
    { forwardPath: 'a@b.test>\r\nRCPT TO:<c@d.test' },
    { reversePath: 'a\n@b.test' },
    { forwardPath: 'a\0@b.test' },
  ]) {
    const { kind, reply } = await nextHop.deliver({ ...envelope, ...address }, message, deadline);
    assert.deepEqual([kind, reply.code], ['refused', 553]);
  }
  assert.equal(hop.connections.total, 0);
});

test('text and addresses from the server never reach our reply, and addresses never reach the log', async (t) => {
  const secret = '550 5.1.1 <real@mailbox.test>: Recipient real@MAILBOX.test unknown (real)';
  const { hop, nextHop, log, deadline } = await relaying(t, { script: { RCPT: secret } });
  const delivery = await nextHop.deliver(envelope, message, deadline);
  hop.script = { MAIL: CLOSE, greeting: '554 5.7.1 <real@mailbox.test> no' };
  await nextHop.deliver(envelope, message, deadline);
  assert.doesNotMatch(JSON.stringify(delivery), /real|mailbox\.test/i);
  assert.doesNotMatch(log.lines.join('\n'), /real|mailbox\.test/i);
  const levels = log.lines.map((line) => line.split(' ', 1)[0]);
  assert.deepEqual(levels, ['debug', 'debug', 'warn']);
});
