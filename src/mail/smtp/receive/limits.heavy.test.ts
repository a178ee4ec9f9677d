import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock } from '#rules/address-block.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { greeted, receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

/** The octets sent in 500 s at 100 octets a second. */
const LONG = `A: b\r\n\r\n${'x'.repeat(998)}\r\n`.repeat(50);

test('a message at 99 octets a second is aborted, one at 101 arrives, and other clients are served meanwhile', async (t) => {
  const clock = new FakeClock();
  const { port, policy } = await receiving(t, { clock });
  const slow = await SmtpClient.greeted(port);
  const steady = await SmtpClient.greeted(port);
  const other = await SmtpClient.greeted(port);
  for (const client of [slow, steady]) await client.open();
  // A message is timed from the first check.
  clock.advance(1000);
  for (let second = 0; second < 60; second++) {
    slow.send(`${'x'.repeat(97)}\r\n`);
    steady.send(`${'x'.repeat(99)}\r\n`);
    // The octets of both have been read when another client is answered.
    assert.match(await other.deliver(), /^250 /);
    clock.advance(1000);
  }
  assert.match(await slow.untilClosed(), /^421 4\.4\.2 Timeout exceeded: data rate too low\r\n$/);
  assert.match(await steady.say('.'), /^250 /);
  assert.equal(policy.messages.length, 61);
  assert.equal(policy.messages[60]?.octets.length, 60 * 101);
});

test('a message right after another one does not count as slow', async (t) => {
  const clock = new FakeClock();
  const { client } = await greeted(t, { clock });
  await client.open();
  client.send(`X: y\r\n\r\n${'z'.repeat(2000)}\r\n`);
  clock.advance(9000);
  assert.match(await client.say('.'), /^250 /);
  await client.open();
  clock.advance(3000);
  assert.match(await client.say('X: y\r\n\r\nz\r\n.'), /^250 /);
});

test('a sender that stops within a message is disconnected after 180 s, however much it has sent', async (t) => {
  const clock = new FakeClock();
  const { client, port } = await greeted(t, { clock });
  const other = await SmtpClient.greeted(port);
  const fallSilent = async (ms: number) => {
    await client.open();
    client.send(LONG);
    await other.say('NOOP');
    clock.advance(ms);
  };
  await fallSilent(180_000);
  assert.match(await client.say('.'), /^250 /);
  await fallSilent(181_000);
  assert.match(await client.untilClosed(), /^421 4\.4\.2 Timeout exceeded\r\n$/);
});

test('a connection ends after 30 minutes of any activity, unless it waits for a verdict', async (t) => {
  const clock = new FakeClock();
  const { port, policy } = await receiving(t, { clock });
  const verdict = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onMessage = () => verdict.promise;
  const busy = await SmtpClient.greeted(port);
  const sending = await SmtpClient.greeted(port);
  const waiting = await SmtpClient.greeted(port);
  await waiting.open();
  waiting.send('A: b\r\n\r\nc\r\n.\r\n');
  await sending.open();
  for (let minute = 0; minute < 30; minute += 2) {
    sending.send(LONG);
    assert.match(await busy.say('NOOP'), /^250 /);
    clock.advance(120_000);
  }
  assert.match(await busy.say('NOOP'), /^250 /);
  clock.advance(1000);
  assert.match(await busy.untilClosed(), /^421 4\.4\.2 Timeout exceeded\r\n$/);
  assert.match(await sending.untilClosed(), /^421 4\.4\.2 Timeout exceeded\r\n$/);
  verdict.resolve(reply(250, '2.0.0', 'OK'));
  assert.match(await waiting.reply(), /^250 /);
  clock.advance(1000);
  assert.match(await waiting.untilClosed(), /^421 4\.4\.2 Timeout exceeded\r\n$/);
});

test('of 203 connections from one address 200 are accepted, and clients from other addresses are served', async (t) => {
  const { port, policy } = await receiving(t, { blockOf: addressBlock });
  const held = [];
  for (let i = 0; i < 200; i++) held.push(await SmtpClient.greeted(port));
  for (let i = 200; i < 203; i++) {
    const more = await SmtpClient.connect(port);
    assert.match(await more.untilClosed(), /^421 4\.7\.0 [^\r]*\r\n$/);
  }
  const elsewhere = await SmtpClient.greeted(port, '127.0.1.2');
  assert.match(await elsewhere.deliver(), /^250 /);
  assert.equal(policy.clients.at(-1)?.address, '127.0.1.2');
  for (const client of held) assert.match(await client.say('NOOP'), /^250 /);
  // One that has ended makes room for another one of its address block, every time.
  for (const [i, client] of held.slice(0, 5).entries()) {
    await client.say('QUIT');
    client.destroy();
    await policy.untilClosed(i + 1);
    assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
  }
});

test('a pipelining client is not charged with errors for the commands after a MAIL without room', async (t) => {
  const { client, policy } = await greeted(t, { inFlight: { octets: 100_000, blockShare: 1 } });
  for (let i = 0; i < 20; i++) {
    client.send('MAIL FROM:<a@b.test> SIZE=200000\r\nRCPT TO:<c@d.test>\r\nDATA\r\n');
    assert.match(await client.reply(), /^452 4\.3\.1 /);
    assert.match(await client.reply(), /^503 5\.5\.1 /);
    assert.match(await client.reply(), /^503 5\.5\.1 /);
  }
  assert.match(await client.deliver(), /^250 /);
  assert.equal(policy.messages.length, 1);
  await client.sayAll('MAIL FROM:<a@b.test> SIZE=200000', 'RSET');
  for (let i = 0; i < 9; i++) assert.match(await client.say('DATA'), /^503 /);
  client.send('DATA\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 /, 'after RSET it is an error');
});

for (const [what, mail, memory, octets, code] of [
  [
    'that outgrows the memory is read to its end and rejected',
    '',
    1_500_000,
    2_000_000,
    '452 4.3.1',
  ],
  ['that just fits is accepted', '', 1_500_000, 1_500_000, '250 2.0.0'],
  ['of the largest size is accepted, too', ' SIZE=1000000', 1_000_000, 1_000_000, '250 2.0.0'],
] as const) {
  test(`a message ${what}, and its memory is free again: ${code}`, async (t) => {
    const { port, receiver } = await receiving(t, {
      limits: { messageOctets: octets },
      inFlight: { octets: memory, blockShare: 1 },
    });
    const client = await SmtpClient.greeted(port);
    await client.sayAll(`MAIL FROM:<a@b.test>${mail}`, 'RCPT TO:<c@d.test>');
    assert.match(await client.say('DATA'), /^354 /);
    assert.equal(receiver.inFlightOctets === memory, mail !== '', 'a declared size is reserved');
    const verdict = await client.say(`A: b\r\n\r\n${'x'.repeat(octets - 10)}\r\n.`);
    assert.ok(verdict.startsWith(code), verdict);
    assert.equal(receiver.inFlightOctets, 0);
  });
}

test('the dots that DATA doubles do not count towards the size, by DATA and by BDAT', async (t) => {
  const { client } = await greeted(t, { limits: { messageOctets: 1000 } });
  const dots = '.\r\n.x\r\n'.repeat(100);
  for (const [octets, verdict] of [
    [1000, /^250 2\.0\.0 /],
    [1001, /^552 5\.3\.4 /],
  ] as const) {
    const content = `A: b\r\n\r\n${dots}${'y'.repeat(octets - 710)}\r\n`;
    await client.open();
    assert.match(await client.say(`${content.replaceAll('\r\n.', '\r\n..')}.`), verdict);
    await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>');
    client.send(`BDAT ${content.length} LAST\r\n${content}`);
    assert.match(await client.reply(), verdict);
  }
});
