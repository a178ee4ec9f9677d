import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

test('BDAT without the offered extension is rejected, and the session stays in sync', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.met(port);
  await client.sayAll('HELO old.test', 'MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
  client.send('BDAT 6 LAST\r\nQUIT\r\nNOOP\r\n');
  assert.match(await client.reply(), /^502 5\.5\.1 /);
  assert.match(await client.reply(), /^250 2\.0\.0 OK/);
  assert.equal(policy.messages.length, 0);
});

test('a BDAT that is out of order, malformed, or mixed with DATA is rejected', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  client.send('BDAT 4\r\nNOOPNOOP\r\n');
  assert.match(await client.reply(), /^503 5\.5\.1 /);
  assert.match(await client.reply(), /^250 /);
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>');
  client.send('BDAT 4\r\nA: b');
  assert.match(await client.reply(), /^250 2\.0\.0 OK: 4 bytes/);
  assert.match(await client.say('DATA'), /^503 5\.5\.1 /);
  assert.match(await client.say('RCPT TO:<e@d.test>'), /^503 5\.5\.1 /);
  assert.match(await client.say('BDAT 0 LAST'), /^250 /);
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
  for (const chunks of [
    ['\nA: b\r\n'],
    ['\0A: b\r\n'],
    ['\rA: b\r\n'],
    ['A: b\r\n\r\nc', '\nd\r\n'],
    ['A: b\r\n\r\nc', '\0d\r\n'],
    ['A: b\r\n\r\nc', '\rd\r\n'],
    ['A: b\r\n\r\nc\r', 'd\r\n'],
    ['A: b\r\n\r\nc\r', '\r\nd\r\n'],
    ['A: b\r\n\r\nc\r'],
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
