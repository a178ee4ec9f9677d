import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

test('commands out of order are rejected and change nothing', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.met(port);
  for (const [line, code] of [
    ['MAIL FROM:<a@b.test>', '503 5.5.1'],
    ['EHLO client.test', '250-'],
    ['RCPT TO:<c@d.test>', '503 5.5.1'],
    ['DATA', '503 5.5.1'],
    ['MAIL FROM:<a@b.test>', '250 '],
    ['MAIL FROM:<x@y.test>', '503 5.5.1'],
    // No RCPT was given. The octets of a chunk are not executed.
    ['DATA', '503 5.5.1'],
    ['BDAT 6 LAST\r\nQUIT', '503 5.5.1'],
    ['MAIL FROM:<a@b.test>', '250 '],
    ['RCPT TO:<c@d.test>', '250 '],
    ['DATA now', '501 5.5.4'],
    ['DATA', '354 '],
    ['A: b\r\n\r\nc\r\n.', '250 '],
  ] as const) {
    assert.ok((await client.say(line)).startsWith(code), line);
  }
  const senders = policy.messages.map(({ sender }) => sender?.address);
  assert.deepEqual(senders, ['a@b.test']);
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
    assert.match(await client.say(data), /^554 5\.5\.1 /, 'an unreadable RCPT counts all the same');
  });
}

test('an unusual path within the grammar is accepted, of any length that fits into a command line, and a route is not followed', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  const address = (octets: number) => `${'a'.repeat(octets - 7)}@b.test`;
  const longest = address(500);
  for (const [written, sender] of [
    ['"ann b@x"@c.test', '"ann b@x"@c.test'],
    ['x@[IPv6:2001:db8::1]', 'x@[IPv6:2001:db8::1]'],
    ['@one.test,@two.test:x@d.test', 'x@d.test'],
    [address(498), address(498)],
  ]) {
    assert.match(await client.say(`MAIL FROM:<${written}>`), /^250 /, written);
    await client.sayAll(`RCPT TO:<${longest}>`, 'DATA');
    assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
    const { messages } = policy;
    assert.deepEqual(
      [messages.at(-1)?.sender?.address, messages.at(-1)?.recipients],
      [sender, [longest]],
    );
  }
});

test('a path that cannot be a mailbox, or a parameter that we do not offer, is rejected', async (t) => {
  const { port } = await receiving(t, { limits: { badCommands: 100 } });
  const client = await SmtpClient.greeted(port);
  const longDomain = `<a@${`${'b'.repeat(60)}.`.repeat(5)}test>`;
  // UTF-8, as the client sends it; and ISO 8859-1, which is not UTF-8.
  const utf8 = '<j\u00c3\u00b6rg@b.test>';
  const latin1 = '<"j\u00f6rg"@b.test>';
  for (const [line, code] of [
    [`MAIL FROM:${longDomain}`, '553 5.1.7'],
    [`MAIL FROM:${utf8}`, '553 5.6.7'],
    [`MAIL FROM:${latin1} SMTPUTF8`, '553 5.1.7'],
    ['MAIL FROM:a b@c.test', '501 5.5.4'],
    ['MAIL FROM:<> SIZE=52428801', '552 5.3.4'],
    ['MAIL FROM:<> SIZE=big', '501 5.5.4'],
    ['MAIL FROM:<> SIZE=1 SIZE=2', '501 5.5.4'],
    ['MAIL FROM:<> BODY=BINARYMIME', '501 5.5.4'],
    ['MAIL FROM:<> PRDR=yes', '501 5.5.4'],
    ['MAIL FROM:<> REQUIRETLS', '530 5.7.4'],
    ['MAIL FROM:<> XOORG=x', '555 5.5.4'],
    ['MAIL FROM:<> SIZE=52428800 BODY=8BITMIME', '250 '],
    [`RCPT TO:${longDomain}`, '553 5.1.3'],
    [`RCPT TO:${utf8}`, '553 5.6.7'],
    ['RCPT TO:<>', '553 5.1.3'],
    ['RSET', '250 '],
    [`MAIL FROM:${utf8} SMTPUTF8`, '250 '],
    [`RCPT TO:${latin1}`, '553 5.1.3'],
    [`RCPT TO:${utf8}`, '250 '],
  ] as const) {
    assert.ok((await client.say(line)).startsWith(code), line);
  }
});

test('a client with messages above our limit gets a rejection for each, and keeps its session', async (t) => {
  const { port } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  for (let i = 0; i < 20; i++) {
    assert.match(await client.say('MAIL FROM:<a@b.test> SIZE=52428801'), /^552 5\.3\.4 /);
  }
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^250 /);
});
