import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { greeted, receiving } from '#support/receiving.ts';
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

test('a path that cannot be a mailbox, or a parameter that we do not offer, is rejected', async (t) => {
  // Thirteen of the lines are errors. A message that is too large, or requires TLS, is not one.
  const { client } = await greeted(t, { limits: { badCommands: 14 } });
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

test('BDAT without the offered extension is rejected, and the session stays in sync', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.met(port);
  await client.sayAll('HELO old.test', 'MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
  assert.match(await client.say('BDAT 6 LAST\r\nQUIT'), /^502 5\.5\.1 /);
  assert.match(await client.say('NOOP'), /^250 2\.0\.0 OK/);
  assert.equal(policy.messages.length, 0);
});

test('a BDAT that is out of order, malformed, or mixed with DATA is rejected', async (t) => {
  const { client, policy } = await greeted(t);
  for (const [octets, code] of [
    ['BDAT 6\r\nNOOP', '503 5.5.1'],
    ['MAIL FROM:<a@b.test>', '250 '],
    ['RCPT TO:<c@d.test>', '250 '],
    ['BDAT 6\r\nA: b', '250 2.0.0 OK: 6 bytes'],
    ['DATA', '503 5.5.1'],
    ['RCPT TO:<e@d.test>', '503 5.5.1'],
    ['BDAT 0 LAST', '250 '],
  ] as const) {
    assert.ok((await client.say(octets)).startsWith(code), octets);
  }
  assert.equal(policy.messages[0]?.octets, 'A: b\r\n');
  client.send('BDAT much\r\n');
  assert.match(await client.untilClosed(), /^501 5\.5\.4 /);
});

test('a rejected BDAT chunk may arrive slowly, and its reply gives the reason', async (t) => {
  const clock = new FakeClock();
  const { port, policy } = await receiving(t, { clock });
  policy.onRecipient = () => reply(550, '5.1.1', 'Nobody of this name');
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
  const half = 'x'.repeat(2000);
  client.send(`NOOP\r\nBDAT 4000 LAST\r\n${half}`);
  assert.match(await client.reply(), /^250 /);
  clock.advance(12_000);
  client.send(half);
  assert.match(await client.reply(), /^554 5\.5\.1 /);
});

test('with two messages in one packet the client gets 250 for the first even if the second is rejected', async (t) => {
  const { port, policy } = await receiving(t);
  const verdicts = [reply(250, '2.0.0', 'OK'), reply(550, '5.7.1', 'Not this one')];
  policy.onMessage = async () => verdicts.shift() ?? assert.fail('a third mail');
  const client = await SmtpClient.greeted(port);
  const mail = 'MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nBDAT 6 LAST\r\nA: b\r\n';
  client.send(`${mail}${mail}`);
  for (const code of [250, 250, 250, 250, 250, 550]) {
    assert.ok((await client.reply()).startsWith(`${code} `));
  }
  await client.say('NOOP');
  assert.deepEqual(policy.events, ['acknowledged']);
});

test('a bare CR, LF or NUL anywhere in a BDAT message rejects it, also at the start of a piece or across two pieces', async (t) => {
  const { port, policy } = await receiving(t);
  const BODY = 'A: b\r\n\r\nc';
  for (const chunks of [
    ...['\n', '\0', '\r'].flatMap((bare) => [[`${bare}A: b\r\n`], [BODY, `${bare}d\r\n`]]),
    ...[['d\r\n'], ['\r\nd\r\n'], []].map((rest) => [`${BODY}\r`, ...rest]),
  ]) {
    const client = await SmtpClient.greeted(port);
    await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
    let last = '';
    for (const [i, chunk] of chunks.entries()) {
      client.send(`BDAT ${chunk.length}${i === chunks.length - 1 ? ' LAST' : ''}\r\n${chunk}`);
      last = await client.reply();
    }
    assert.match(last, /^5(?:50|54|03) /, JSON.stringify(chunks));
    client.destroy();
  }
  assert.equal(policy.messages.length, 0);
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
  client.send('BDAT 7\r\nA: b\r\n\rBDAT 4 LAST\r\n\nc\r\n');
  assert.match(await client.reply(), /^250 /);
  assert.match(await client.reply(), /^250 /);
  assert.equal(policy.messages[0]?.octets, 'A: b\r\n\r\nc\r\n', 'a CRLF may come in two chunks');
  client.destroy();
});
