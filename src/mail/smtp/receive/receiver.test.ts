import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
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

test('EHLO offers the served extensions and nothing else', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  assert.deepEqual((await client.say('EHLO client.test')).split('\r\n'), [
    '250-mx.alias.test',
    '250-PIPELINING',
    '250-SIZE 52428800',
    '250-8BITMIME',
    '250-SMTPUTF8',
    '250-CHUNKING',
    '250-ENHANCEDSTATUSCODES',
    '250 PRDR',
  ]);
});

test('EHLO and HELO without a name are rejected', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  for (const line of ['EHLO', 'EHLO  ', 'HELO', 'HELO  ']) {
    assert.match(await client.say(line), /^501 5\.5\.4 /, line);
  }
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
    const client = await SmtpClient.connect(port);
    await client.reply();
    for (const verb of ['HELO', 'EHLO']) {
      assert.match(await client.say(`${verb} ${name}`), /^250/, name);
      assert.equal(policy.clients.at(-1)?.helo, written);
    }
    assert.match(await client.say('MAIL FROM:<a@b.test>'), /^250 /);
    client.destroy();
  }
});

test('a command hidden after a line end in the name of an EHLO is not executed, nor is the EHLO', async (t) => {
  const { port, policy } = await receiving(t);
  for (const line of ['EHLO a\rb', 'EHLO a\r\0b', 'EHLO a\nMAIL FROM:<a@b.test>', 'HELO a\rRSET']) {
    const client = await SmtpClient.connect(port);
    await client.reply();
    client.send(`${line}\r\nMAIL FROM:<a@b.test>\r\nQUIT\r\n`);
    const heard = await client.untilClosed();
    assert.match(heard, /^500 5\.5\.2 [^\r]*\r\n$/, JSON.stringify(line));
    assert.equal(policy.clients.at(-1)?.helo, '');
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

test('bare CR, LF or NUL in a command ends the session', async (t) => {
  const { port, policy } = await receiving(t);
  for (const line of ['NOOP\n', 'NO\rOP\r\n', 'NOOP\r\r\n', 'NO\0OP\r\n', '\n']) {
    const client = await SmtpClient.greeted(port);
    client.send(`${line}MAIL FROM:<a@b.test>\r\n`);
    const heard = await client.untilClosed();
    assert.match(heard, /^500 5\.5\.2 [^\r]*\r\n$/, JSON.stringify(line));
  }
  assert.equal(policy.messages.length, 0);
});

test('a line of dots arrives unchanged', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  for (const wire of ['', '..\r\n', '...\r\n', '..x\r\n', 'A: only\r\n', '\r\nbody\r\n']) {
    await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
    assert.match(await client.say(`${wire}.`), /^250 /);
    assert.equal(policy.messages.at(-1)?.octets, wire);
  }
});

test('a whole session in one packet is answered in order', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  client.send(
    'EHLO c.test\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nX: y\r\n\r\nz\r\n.\r\nQUIT\r\n',
  );
  const codes = (await client.untilClosed()).match(/^\d{3} /gm);
  assert.deepEqual(codes, ['250 ', '250 ', '250 ', '354 ', '250 ', '221 ']);
  assert.equal(policy.messages.length, 1);
  assert.ok(!policy.events.includes('acknowledged'), 'a QUIT sent beforehand proves nothing');
});

test('NOOP, HELP, VRFY and similar commands get their replies, and a client with nothing but errors is disconnected', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  assert.match(await client.say('VRFY someone'), /^252 /);
  assert.match(await client.say('EXPN list'), /^502 /);
  assert.match(await client.say('HELP'), /^214 /);
  assert.match(await client.say('noop'), /^250 /);
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
  assert.match(await client.say('RSET'), /^250 /);
  assert.match(await client.say('DATA'), /^503 /);
  for (let i = 0; i < 7; i++) assert.match(await client.say('FROB'), /^500 5\.5\.2 /);
  client.send('FROB\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 /);
  assert.equal(policy.messages.length, 0);
});

test('a client that sends ten unknown commands gets 421 for the tenth', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  for (let i = 0; i < 9; i++) assert.match(await client.say('FROB'), /^500 5\.5\.2 /);
  client.send('FROB\r\nNOOP\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 [^\r]*\r\n$/);
});

test('XCLIENT or PROXY from a client does not change its identity', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  assert.match(await client.say('XCLIENT ADDR=192.0.2.1'), /^500 5\.5\.2 /);
  assert.match(await client.say('PROXY TCP4 192.0.2.1 192.0.2.2 1 2'), /^500 5\.5\.2 /);
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

test('a command after the 250 proves that the sender has read it', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  await client.say('X: y\r\n\r\nz\r\n.');
  assert.deepEqual(policy.events, []);
  await client.say('QUIT');
  assert.deepEqual(policy.events, ['acknowledged']);
});

test("a server that shuts down during a recipient's lookup sends 421 after the answer", async (t) => {
  const { port, policy, receiver } = await receiving(t);
  const found = Promise.withResolvers<ReturnType<typeof reply>>();
  const asked = Promise.withResolvers<void>();
  policy.onRecipient = () => {
    asked.resolve();
    return found.promise;
  };
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<>');
  client.send('RCPT TO:<c@d.test>\r\n');
  await asked.promise;
  const closed = receiver.close();
  found.resolve(reply(250, '2.1.5', 'OK'));
  assert.match(await client.untilClosed(), /^250 2\.1\.5 OK\r\n421 4\.3\.2 /);
  await closed;
});

test('a server that shuts down sends 421 to idle clients and finishes the messages in progress', async (t) => {
  const { port, policy, receiver } = await receiving(t);
  const verdict = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onMessage = () => verdict.promise;
  const idle = await SmtpClient.greeted(port);
  const busy = await SmtpClient.greeted(port);
  await busy.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
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
