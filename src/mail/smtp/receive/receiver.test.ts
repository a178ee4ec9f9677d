import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { greeted, receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

test('a new connection is greeted at once, and a silent one is closed', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { clock });
  const client = await SmtpClient.connect(port);
  assert.equal(await client.reply(), '220 mx.alias.test ESMTP');
  clock.advance(299_000);
  assert.match(await client.say('NOOP'), /^250/);
  clock.advance(302_000);
  assert.match(await client.untilClosed(), /^421 4\.4\.2 /);
});

const WRITTEN: [name: string, written: string][] = [
  ["john's_pc", "john's_pc"],
  ['x', 'x'],
  ['[192.0.2.1]', '[192.0.2.1]'],
  ['[IPv6:2001:db8::1]', '[IPv6:2001:db8::1]'],
  ['(none)', '?none?'],
  ['DESKTOP-1\xe9', 'DESKTOP-1?'],
  ['DESKTOP-1\xc3\xa9', 'DESKTOP-1?'],
  ['\xf0\x9f\x93\xab.local', '?.local'],
  ['my pc.local', 'my?pc.local'],
  ['my\tpc\x1b\x7f', 'my?pc??'],
  ['[not an ip]', '[not?an?ip]'],
  ['[a]b]', '[a?b]'],
  ['[]', '??'],
  ['[open', '?open'],
  ['<host>', '?host?'],
  ['a,b;c:d@e\\"f"', 'a?b?c?d?e??f?'],
  ['a'.repeat(500), 'a'.repeat(255)],
  [`[${'a'.repeat(300)}]`, `?${'a'.repeat(254)}`],
];

test('no client is rejected for its name, and the name is never repeated unfiltered', async (t) => {
  const { port, policy } = await receiving(t);
  for (const [name, written] of WRITTEN) {
    const client = await SmtpClient.met(port);
    for (const verb of ['HELO', 'EHLO']) {
      assert.match(await client.say(`${verb} ${name}`), /^250/, name);
      assert.equal(policy.clients.at(-1)?.helo, written);
    }
    assert.match(await client.say('MAIL FROM:<a@b.test>'), /^250 /);
    client.destroy();
  }
});

test('a command line without an end is cut off', async (t) => {
  const { port } = await receiving(t);
  const exact = await SmtpClient.greeted(port);
  assert.match(await exact.say(`NOOP ${'x'.repeat(512 - 7)}`), /^250 /);
  exact.send(`NOOP ${'x'.repeat(513 - 7)}\r\n`);
  assert.match(await exact.untilClosed(), /^500 5\.5\.2 /);
  const endless = await SmtpClient.greeted(port);
  endless.send('x'.repeat(10_000_000));
  assert.match(await endless.untilClosed(), /^500 5\.5\.2 [^\r]*\r\n$/);
});

const BARE: [before: 'EHLO' | 'MAIL' | undefined, octets: string][] = [
  [undefined, 'EHLO a\rb\r\n'],
  [undefined, 'EHLO a\r\0b\r\n'],
  [undefined, 'EHLO a\nMAIL FROM:<a@b.test>\r\n'],
  [undefined, 'HELO a\rRSET\r\n'],
  ['EHLO', 'NOOP\n'],
  ['EHLO', 'NO\rOP\r\n'],
  ['EHLO', 'NOOP\r\r\n'],
  ['EHLO', 'NO\0OP\r\n'],
  ['EHLO', '\n'],
  ['EHLO', 'MAIL FROM:<a\0@b.test>\r\n'],
  ['EHLO', 'MAIL FROM:<a@b.test>\0\r\n'],
  ['MAIL', 'RCPT TO:<c@d\0.test>\r\n'],
];

test('bare CR, LF or NUL in a command ends the session, and neither it nor what follows is executed', async (t) => {
  const { port, policy } = await receiving(t);
  for (const [before, octets] of BARE) {
    const client = await SmtpClient.met(port);
    if (before !== undefined) await client.say('EHLO client.test');
    if (before === 'MAIL') await client.say('MAIL FROM:<a@b.test>');
    policy.onMail = policy.onRecipient = () => assert.fail('asked');
    client.send(`${octets}EHLO x\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nQUIT\r\n`);
    assert.match(await client.untilClosed(), /^500 5\.5\.2 [^\r]*\r\n$/, JSON.stringify(octets));
    assert.equal(policy.clients.at(-1)?.helo, before === undefined ? '' : 'client.test');
    policy.onMail = policy.onRecipient = () => reply(250, '2.0.0', 'OK');
  }
});

test('other commands get their replies, XCLIENT and PROXY are unknown, STARTTLS needs a certificate, and the tenth error ends the session', async (t) => {
  const { client, policy } = await greeted(t);
  for (const [line, code] of [
    ['VRFY someone', '252 '],
    ['EXPN list', '502 '],
    ['HELP', '214 '],
    ['noop', '250 '],
    ['MAIL FROM:<a@b.test>', '250 '],
    ['RCPT TO:<c@d.test>', '250 '],
    ['RSET', '250 '],
    ['DATA', '503 '],
    ['XCLIENT ADDR=192.0.2.1', '500 5.5.2 '],
    ['PROXY TCP4 192.0.2.1 192.0.2.2 1 2', '500 5.5.2 '],
    ['STARTTLS', '502 5.5.1 '],
    ['EHLO', '501 5.5.4 '],
    ['EHLO  ', '501 5.5.4 '],
    ['HELO', '501 5.5.4 '],
    ['HELO  ', '501 5.5.4 '],
  ] as const) {
    assert.ok((await client.say(line)).startsWith(code), line);
  }
  assert.doesNotMatch(await client.say('EHLO client.test'), /STARTTLS/);
  client.send('FROB\r\nNOOP\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 [^\r]*\r\n$/);
  assert.equal(policy.messages.length, 0);
});

test('if a policy fails, the sender gets 451 and the session continues', async (t) => {
  const faults: unknown[] = [];
  const { port, policy } = await receiving(t, { onFault: (error) => faults.push(error) });
  policy.onRecipient = () => Promise.reject(new Error('no database'));
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<>');
  assert.match(await client.say('RCPT TO:<c@d.test>'), /^451 4\.3\.0 /);
  policy.onRecipient = () => {
    throw new Error('a fault of ours');
  };
  assert.match(await client.say('RCPT TO:<c@d.test>'), /^451 4\.3\.0 /);
  assert.equal(faults.length, 2);
  assert.match(await client.say('NOOP'), /^250 /);
});

test("a server that shuts down during a recipient's lookup sends 421 after the answer", async (t) => {
  const { port, policy, receiver } = await receiving(t);
  const { asked, found } = policy.holdRecipient();
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<>');
  client.send('RCPT TO:<c@d.test>\r\n');
  await asked;
  const closed = receiver.close();
  found();
  assert.match(await client.untilClosed(), /^250 2\.1\.5 OK\r\n421 4\.3\.2 /);
  await closed;
});

test('a server that shuts down sends 421 to idle clients and finishes the messages in progress', async (t) => {
  const { port, policy, receiver } = await receiving(t);
  const verdict = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onMessage = () => verdict.promise;
  const idle = await SmtpClient.greeted(port);
  const busy = await SmtpClient.greeted(port);
  await busy.open();
  busy.send('X: y\r\n\r\nz\r\n.\r\n');
  await idle.say('NOOP');
  const closed = receiver.close();
  assert.match(await idle.untilClosed(), /^421 4\.3\.2 /);
  verdict.resolve(reply(250, '2.0.0', 'OK'));
  assert.match(await busy.untilClosed(), /^250 2\.0\.0 OK\r\n421 4\.3\.2 /);
  idle.destroy();
  busy.destroy();
  await closed;
});

test('a server listens on several ports, and accepts connections on none of them after it closes', async (t) => {
  const { port, receiver } = await receiving(t);
  const ports = [port, await receiver.listen(0, '127.0.0.1')];
  const greetings = ports.map(async (one) => (await SmtpClient.connect(one)).reply());
  for (const greeting of await Promise.all(greetings)) assert.match(greeting, /^220 /);
  await receiver.close();
  for (const one of ports) await assert.rejects(SmtpClient.connect(one), /ECONNREFUSED/);
});

const PROXY = '127.0.0.2';
const NAMED = 'PROXY TCP4 192.0.2.33 10.0.0.1 49153 25\r\n';
const LOCAL = Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex');

/** A receiver whose clients come through a balancer at 127.0.0.2. */
async function behindProxy(t: TestContext, options: Parameters<typeof receiving>[1] = {}) {
  const all = await receiving(t, { isProxy: (address) => address === PROXY, ...options });
  const from = async (address: string) => {
    const client = await SmtpClient.connect(all.port, address);
    t.after(() => client.destroy());
    return client;
  };
  return { ...all, from, addresses: () => all.policy.clients.map(({ address }) => address) };
}

test('the client that a proxy names counts as the client, and is rejected if it sends data before our greeting', async (t) => {
  const { from, addresses, policy } = await behindProxy(t);
  const client = await from(PROXY);
  // In pieces, as a network may deliver it.
  for (const octet of NAMED) client.send(octet);
  assert.match(await client.reply(), /^220 /);
  assert.deepEqual(addresses(), ['192.0.2.33']);
  await client.say('EHLO a.test');
  assert.match(await client.deliver(), /^250 /);
  assert.equal(policy.messages.length, 1);
  const early = await from(PROXY);
  early.send(`${NAMED}EHLO early.test\r\n`);
  assert.match(await early.reply(), /^554 /);
});

test("a health check by the proxy has the proxy's own address", async (t) => {
  const { from, addresses } = await behindProxy(t);
  for (const header of [LOCAL, Buffer.from('PROXY UNKNOWN\r\n')]) {
    const check = await from(PROXY);
    check.send(header);
    assert.match(await check.reply(), /^220 /);
    assert.match(await check.say('QUIT'), /^221 /);
  }
  assert.deepEqual(addresses(), [PROXY, PROXY]);
});

test('only the proxy may name a client: a PROXY header from another address counts as data before the greeting', async (t) => {
  const { from, addresses } = await behindProxy(t);
  const early = await from('127.0.0.3');
  early.send(NAMED);
  assert.match(await early.reply(), /^(?:220|554) /);
  const patient = await from('127.0.0.3');
  assert.match(await patient.reply(), /^220 /);
  assert.match(await patient.say(NAMED.trimEnd()), /^5\d\d /);
  assert.deepEqual(new Set(addresses()), new Set(['127.0.0.3']));
});

test('a proxy without a header is cut off without a reply, and so is a silent proxy after 5 s', async (t) => {
  const clock = new FakeClock();
  const { from, receiver, addresses } = await behindProxy(t, { clock });
  const wrong = await from(PROXY);
  wrong.send('EHLO client.test\r\n');
  assert.equal(await wrong.untilClosed(), '');
  const silent = await from(PROXY);
  silent.send('PROXY TCP4 ');
  const marked = await from('127.0.0.3');
  // Once this client is greeted, the previous one has been accepted.
  assert.match(await marked.reply(), /^220 /);
  clock.advance(5000);
  assert.equal(await silent.untilClosed(), '');
  assert.deepEqual(addresses(), ['127.0.0.3']);
  assert.equal(receiver.connections, 1);
});

test('connections are counted by the client that the proxy names, in any form of its address', async (t) => {
  const { from, addresses } = await behindProxy(t, { limits: { connectionsPerBlock: 1 } });
  for (const [addressesAndPorts, code] of [
    ['TCP4 192.0.2.1 10.0.0.1 1 25', '220 '],
    ['TCP4 192.0.2.2 10.0.0.1 1 25', '220 '],
    ['TCP4 192.0.2.1 10.0.0.1 1 25', '421 '],
    ['TCP6 ::ffff:192.0.2.3 ::ffff:10.0.0.1 1 25', '220 '],
    ['TCP4 192.0.2.3 10.0.0.1 1 25', '421 '],
  ] as const) {
    const client = await from(PROXY);
    client.send(`PROXY ${addressesAndPorts}\r\n`);
    assert.ok((await client.reply()).startsWith(code), addressesAndPorts);
  }
  assert.deepEqual(addresses(), ['192.0.2.1', '192.0.2.2', '192.0.2.3']);
});
