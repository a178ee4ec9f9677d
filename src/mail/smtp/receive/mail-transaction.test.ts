import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

test('commands out of order are rejected and change nothing', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.connect(port);
  await client.reply();
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^503 5\.5\.1 /);
  await client.say('EHLO client.test');
  assert.match(await client.say('RCPT TO:<c@d.test>'), /^503 5\.5\.1 /);
  assert.match(await client.say('DATA'), /^503 5\.5\.1 /);
  await client.say('MAIL FROM:<a@b.test>');
  assert.match(await client.say('MAIL FROM:<x@y.test>'), /^503 5\.5\.1 /);
  assert.match(await client.say('DATA'), /^503 5\.5\.1 /, 'no RCPT was given');
  await client.sayAll('RCPT TO:<c@d.test>', 'DATA');
  assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
  assert.equal(policy.messages[0]?.sender?.address, 'a@b.test');
});

test('a chunk before any RCPT is rejected, and its octets are not executed', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<a@b.test>');
  client.send('BDAT 6 LAST\r\nQUIT\r\n');
  assert.match(await client.reply(), /^503 5\.5\.1 /);
  assert.match(await client.say('NOOP'), /^250 /);
});

for (const data of ['DATA', 'BDAT 0 LAST']) {
  test(`a client that pipelines ${data} after recipients that are all rejected gets 554, and is not charged with an error`, async (t) => {
    const { port, policy } = await receiving(t);
    policy.onRecipient = () => reply(550, '5.1.1', 'Nobody');
    const client = await SmtpClient.greeted(port);
    for (let i = 0; i < 20; i++) {
      client.send(`RSET\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\n${data}\r\n`);
      const heard = [];
      for (let replies = 0; replies < 4; replies++) heard.push((await client.reply()).slice(0, 9));
      assert.deepEqual(heard, ['250 2.0.0', '250 2.0.0', '550 5.1.1', '554 5.5.1']);
    }
    await client.sayAll('RSET', 'MAIL FROM:<a@b.test>');
    assert.match(await client.say('RCPT TO:<c@d.test'), /^501 5\.5\.4 /);
    assert.match(
      await client.say(data),
      /^554 5\.5\.1 /,
      'a RCPT that cannot be read counts all the same',
    );
  });
}

test('an unusual reverse-path within the grammar is accepted, and a route is not followed', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  for (const [written, sender] of [
    ['"ann b@x"@c.test', '"ann b@x"@c.test'],
    ['x@[IPv6:2001:db8::1]', 'x@[IPv6:2001:db8::1]'],
    ['@one.test,@two.test:x@d.test', 'x@d.test'],
  ]) {
    assert.match(await client.say(`MAIL FROM:<${written}>`), /^250 /, written);
    await client.sayAll('RCPT TO:<c@d.test>', 'DATA');
    assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
    assert.equal(policy.messages.at(-1)?.sender?.address, sender);
  }
});

test('paths that cannot be a mailbox are rejected', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  const longDomain = `<a@${`${'b'.repeat(60)}.`.repeat(5)}test>`;
  // UTF-8, as the client sends it.
  const utf8 = '<j\u00c3\u00b6rg@b.test>';
  assert.match(await client.say(`MAIL FROM:${longDomain}`), /^553 5\.1\.7 /);
  assert.match(await client.say(`MAIL FROM:${utf8}`), /^553 5\.6\.7 /);
  assert.match(await client.say('MAIL FROM:a b@c.test'), /^501 5\.5\.4 /);
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^250 /);
  assert.match(await client.say(`RCPT TO:${longDomain}`), /^553 5\.1\.3 /);
  assert.match(await client.say(`RCPT TO:${utf8}`), /^553 5\.6\.7 /);
  assert.match(await client.say('RCPT TO:<>'), /^553 5\.1\.3 /);
});

test('a path of any length that fits into a command line is accepted', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  const address = (octets: number) => `${'a'.repeat(octets - 7)}@b.test`;
  const [sender, recipient] = [address(498), address(500)];
  assert.match(await client.say(`MAIL FROM:<${sender}>`), /^250 /);
  assert.match(await client.say(`RCPT TO:<${recipient}>`), /^250 /);
  await client.say('DATA');
  assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
  const [message] = policy.messages;
  assert.deepEqual([message?.sender?.address, message?.recipients], [sender, [recipient]]);
});

test('with SMTPUTF8 a path may contain UTF-8, but no other octets above 127', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  const utf8 = '<j\u00c3\u00b6rg@b.test>';
  // ISO 8859-1, which is not UTF-8.
  assert.match(await client.say('MAIL FROM:<j\u00f6rg@b.test> SMTPUTF8'), /^553 5\.1\.7 /);
  assert.match(await client.say(`MAIL FROM:${utf8} SMTPUTF8`), /^250 /);
  assert.match(await client.say('RCPT TO:<"j\u00f6rg"@d.test>'), /^553 5\.1\.3 /);
  assert.match(await client.say(`RCPT TO:${utf8}`), /^250 /);
});

test('NUL in a path ends the session, and none of its octets is executed', async (t) => {
  const { port, policy } = await receiving(t);
  for (const command of [
    'MAIL FROM:<a\0@b.test>',
    'MAIL FROM:<a@b.test>\0',
    'RCPT TO:<c@d\0.test>',
  ]) {
    const client = await SmtpClient.greeted(port);
    if (command.startsWith('RCPT')) await client.say('MAIL FROM:<a@b.test>');
    let asked = 0;
    policy.onMail = policy.onRecipient = () => {
      asked += 1;
      return reply(250, '2.0.0', 'OK');
    };
    client.send(`${command}\r\nNOOP\r\n`);
    assert.match(await client.untilClosed(), /^500 5\.5\.2 [^\r]*\r\n$/, JSON.stringify(command));
    assert.equal(asked, 0);
  }
});

test('the parameters of MAIL are checked against our extensions', async (t) => {
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

test('a client with messages above our limit gets a rejection for each, and keeps its session', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  for (let i = 0; i < 20; i++) {
    assert.match(await client.say('MAIL FROM:<a@b.test> SIZE=52428801'), /^552 5\.3\.4 /);
  }
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^250 /);
});
