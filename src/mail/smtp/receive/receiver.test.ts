import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { type Reply, reply } from '../reply.ts';

test('A01 a new connection is greeted at once, and a silent one is let go', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { clock });
  const client = await SmtpClient.connect(port);
  assert.equal(await client.reply(), '220 mx.alias.test ESMTP');
  clock.advance(299_000);
  assert.match(await client.say('NOOP'), /^250/);
  clock.advance(302_000);
  assert.match(await client.untilClosed(), /^421 4\.4\.2 /);
});

test('A02 who talks before the greeting is refused, and nothing is obeyed', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.connect(port);
  client.send('EHLO early.test\r\nQUIT\r\n');
  // What a client says before the greeting may reach us behind it: then nobody can tell.
  assert.match(await client.untilClosed(), /^(?:554 5\.5\.1 |220 )/);
  assert.equal(policy.messages.length, 0);
});

test('A27 who speaks HTTP or TLS is let go at once and counted, and no line of it is obeyed', async (t) => {
  const ended: string[] = [];
  const onEnd = ({ code, enhanced }: Reply) => void ended.push(`${code} ${enhanced}`);
  const { port, policy } = await receiving(t, { onEnd });
  const mail = 'MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nDATA\r\nX: y\r\n\r\nz\r\n.\r\n';
  for (const foreign of ['GET / HTTP/1.1\r\n', 'POST /x HTTP/1.1\r\n', '\x16\x03\x01\x02\x00\n']) {
    const client = await SmtpClient.greeted(port);
    client.send(`${foreign}EHLO c.test\r\n${mail}`);
    assert.match(await client.untilClosed(), /^5\d\d 5\.5\.[12] [^\r]*\r\n$/);
  }
  assert.equal(policy.messages.length, 0);
  assert.deepEqual(ended, ['554 5.5.1', '554 5.5.1', '500 5.5.2']);
});

test('A03 EHLO offers what is served and nothing else', async (t) => {
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

test('A04 a client that knows only HELO hands over its mail', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  assert.equal(await client.say('HELO old.test'), '250 mx.alias.test');
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA');
  assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
  assert.equal(policy.messages[0]?.octets, 'A: b\r\n\r\nc\r\n');
  assert.equal(policy.clients[0]?.esmtp, false);
});

test('A05 EHLO without a name that can be written down is refused', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  for (const line of [
    'EHLO',
    'EHLO  ',
    'HELO',
    'EHLO a b',
    'EHLO <x>',
    `EHLO ${'a'.repeat(256)}`,
  ]) {
    assert.match(await client.say(line), /^501 5\.5\.4 /, line);
  }
  for (const line of ["EHLO john's_pc", 'HELO [192.0.2.1]', 'EHLO [IPv6:2001:db8::1]', 'HELO x']) {
    assert.match(await client.say(line), /^250/, line);
  }
});

test('A06 commands out of order are refused and change nothing', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^503 5\.5\.1 /);
  await client.say('EHLO client.test');
  assert.match(await client.say('RCPT TO:<c@d.test>'), /^503 5\.5\.1 /);
  assert.match(await client.say('DATA'), /^503 5\.5\.1 /);
  await client.say('MAIL FROM:<a@b.test>');
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^503 5\.5\.1 /);
  assert.match(await client.say('DATA'), /^554 5\.5\.1 No valid recipients/);
});

test('A08 what is unusual and allowed in a reverse-path is taken, and a route is not followed', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  for (const [path, sender] of [
    ['"ann b@x"@c.test', '"ann b@x"@c.test'],
    ['x@[IPv6:2001:db8::1]', 'x@[IPv6:2001:db8::1]'],
    ['@one.test,@two.test:x@d.test', 'x@d.test'],
  ]) {
    assert.match(await client.say(`MAIL FROM:<${path}>`), /^250 /, path);
    await client.sayAll('RCPT TO:<c@d.test>', 'DATA');
    assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
    assert.equal(policy.messages.at(-1)?.sender?.address, sender);
  }
});

test('A09 paths that no mailbox can have are refused', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  assert.match(await client.say(`MAIL FROM:<${'a'.repeat(65)}@b.test>`), /^553 5\.1\.7 /);
  assert.match(await client.say('MAIL FROM:<j\u00c3\u00b6rg@b.test>'), /^553 5\.6\.7 /);
  assert.match(await client.say('MAIL FROM:a@b.test'), /^501 5\.5\.4 /);
  // ISO 8859-1, which is no UTF-8.
  assert.match(await client.say('MAIL FROM:<j\u00f6rg@b.test> SMTPUTF8'), /^553 5\.1\.7 /);
  assert.match(
    await client.say('MAIL FROM:<j\u00c3\u00b6rg.\u00ef\u00bf\u00bd@b.test> SMTPUTF8'),
    /^250 /,
  );
  assert.match(await client.say('RCPT TO:<"j\u00f6rg"@d.test>'), /^553 5\.1\.3 /);
  assert.match(await client.say('RCPT TO:<>'), /^553 5\.1\.3 /);
});

test('A10 A31 what MAIL declares is held against what we take', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  assert.match(await client.say('MAIL FROM:<> SIZE=52428801'), /^552 5\.3\.4 /);
  assert.match(await client.say('MAIL FROM:<> SIZE=big'), /^501 5\.5\.4 /);
  assert.match(await client.say('MAIL FROM:<> SIZE=1 SIZE=2'), /^501 5\.5\.4 /);
  assert.match(await client.say('MAIL FROM:<> BODY=BINARYMIME'), /^501 5\.5\.4 /);
  assert.match(await client.say('MAIL FROM:<> PRDR=yes'), /^501 5\.5\.4 /);
  assert.match(await client.say('MAIL FROM:<> REQUIRETLS'), /^530 5\.7\.4 /);
  assert.match(await client.say('MAIL FROM:<> XOORG=x'), /^555 5\.5\.4 /);
  assert.match(await client.say('MAIL FROM:<> SIZE=52428800 BODY=8BITMIME'), /^250 /);
});

test('A10 a client whose mails are too large for us is told so each time, and keeps its session', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  for (let i = 0; i < 20; i++) {
    assert.match(await client.say('MAIL FROM:<a@b.test> SIZE=52428801'), /^552 5\.3\.4 /);
  }
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^250 /);
});

test('A15 a hundred recipients are answered one by one and none is lost, the next is asked to wait', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<a@b.test>');
  for (let i = 0; i < 100; i++) assert.match(await client.say(`RCPT TO:<r${i}@d.test>`), /^250 /);
  assert.match(await client.say('RCPT TO:<one@more.test>'), /^452 4\.5\.3 /);
  await client.say('DATA');
  assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
  const recipients = Array.from({ length: 100 }, (_, i) => `r${i}@d.test`);
  assert.deepEqual(policy.messages[0]?.recipients, recipients);
});

test('A17 a command line without an end is cut off', async (t) => {
  const { port } = await receiving(t);
  const exact = await SmtpClient.greeted(port);
  assert.match(await exact.say(`NOOP ${'x'.repeat(512 - 7)}`), /^250 /);
  exact.send(`NOOP ${'x'.repeat(513 - 7)}\r\n`);
  assert.match(await exact.untilClosed(), /^500 5\.5\.2 /);
  const endless = await SmtpClient.greeted(port);
  endless.send('x'.repeat(100_000));
  assert.match(await endless.untilClosed(), /^500 5\.5\.2 /);
});

test('A18 CR, LF or NUL alone in a command ends the session', async (t) => {
  const { port, policy } = await receiving(t);
  for (const line of ['NOOP\n', 'NO\rOP\r\n', 'NOOP\r\r\n', 'NO\0OP\r\n', '\n']) {
    const client = await SmtpClient.greeted(port);
    client.send(`${line}MAIL FROM:<a@b.test>\r\n`);
    const heard = await client.untilClosed();
    assert.match(heard, /^500 5\.5\.2 [^\r]*\r\n$/, JSON.stringify(line));
  }
  assert.equal(policy.messages.length, 0);
});

test('A21 a line of dots arrives as it was written', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  for (const wire of ['', '..\r\n', '...\r\n', '..x\r\n', 'A: only\r\n', '\r\nbody\r\n']) {
    await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
    assert.match(await client.say(`${wire}.`), /^250 /);
    assert.equal(policy.messages.at(-1)?.octets, wire);
  }
});

test('A22 a whole session in one packet is answered in order', async (t) => {
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

test('A26 the small commands answer, and a client that only errs is let go', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  assert.match(await client.say('VRFY someone'), /^252 /);
  assert.match(await client.say('EXPN list'), /^502 /);
  assert.match(await client.say('HELP'), /^214 /);
  assert.match(await client.say('noop'), /^250 /);
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
  assert.match(await client.say('RSET'), /^250 /);
  assert.match(await client.say('DATA'), /^503 /);
  for (let i = 0; i < 8; i++) assert.match(await client.say('FROB'), /^500 5\.5\.2 /);
  client.send('FROB\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 /);
  assert.equal(policy.messages.length, 0);
});

test('A33 nobody is taken for somebody else by saying XCLIENT or PROXY', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  assert.match(await client.say('XCLIENT ADDR=192.0.2.1'), /^500 5\.5\.2 /);
  assert.match(await client.say('PROXY TCP4 192.0.2.1 192.0.2.2 1 2'), /^500 5\.5\.2 /);
});

test('a policy that fails is a 451 for the sender, and the session lives on', async (t) => {
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

test('a command behind the 250 proves that the sender has read it', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  await client.say('X: y\r\n\r\nz\r\n.');
  assert.deepEqual(policy.events, []);
  await client.say('QUIT');
  assert.deepEqual(policy.events, ['acknowledged']);
});

test('a server that goes down while a recipient is looked up says so behind the answer', async (t) => {
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

test('a server that goes down says so to idle clients and finishes what is under way', async (t) => {
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
