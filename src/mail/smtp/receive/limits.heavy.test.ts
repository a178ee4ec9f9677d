import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock } from '#rules/address-block.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

const openData = (client: SmtpClient) =>
  client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');

/** The octets sent in 500 s at 100 octets a second. */
const LONG = `A: b\r\n\r\n${'x'.repeat(998)}\r\n`.repeat(50);

test('a message at 99 octets a second is aborted, one at 101 arrives, and other clients are served meanwhile', async (t) => {
  const clock = new FakeClock();
  const { port, policy } = await receiving(t, { clock });
  const slow = await SmtpClient.greeted(port);
  const steady = await SmtpClient.greeted(port);
  const other = await SmtpClient.greeted(port);
  for (const client of [slow, steady]) await openData(client);
  // A message is timed from the first check.
  clock.advance(1000);
  for (let second = 0; second < 60; second++) {
    slow.send(`${'x'.repeat(97)}\r\n`);
    steady.send(`${'x'.repeat(99)}\r\n`);
    // The octets of both have been read when another client is answered.
    await openData(other);
    assert.match(await other.say('A: b\r\n\r\nc\r\n.'), /^250 /);
    clock.advance(1000);
  }
  assert.match(await slow.untilClosed(), /^421 4\.4\.2 Timeout exceeded: data rate too low\r\n$/);
  assert.match(await steady.say('.'), /^250 /);
  assert.equal(policy.messages.length, 61);
  assert.equal(policy.messages[60]?.octets.length, 60 * 101);
});

test('a message right after another one does not count as slow', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { clock });
  const client = await SmtpClient.greeted(port);
  await openData(client);
  client.send(`X: y\r\n\r\n${'z'.repeat(2000)}\r\n`);
  clock.advance(9000);
  assert.match(await client.say('.'), /^250 /);
  await openData(client);
  clock.advance(3000);
  assert.match(await client.say('X: y\r\n\r\nz\r\n.'), /^250 /);
});

test('a sender that stops within a message is disconnected after 180 s, however much it has sent', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { clock });
  const client = await SmtpClient.greeted(port);
  const other = await SmtpClient.greeted(port);
  const fallSilent = async (ms: number) => {
    await openData(client);
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
  await openData(waiting);
  waiting.send('A: b\r\n\r\nc\r\n.\r\n');
  await openData(sending);
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

test('of 500 connections from one address 200 are accepted, and clients from other addresses are served', async (t) => {
  const { port, policy } = await receiving(t, { blockOf: addressBlock });
  const held = [];
  for (let i = 0; i < 200; i++) held.push(await SmtpClient.greeted(port));
  for (let i = 200; i < 500; i++) {
    const more = await SmtpClient.connect(port);
    assert.match(await more.untilClosed(), /^421 4\.7\.0 [^\r]*\r\n$/);
  }
  const elsewhere = await SmtpClient.greeted(port, '127.0.1.2');
  await openData(elsewhere);
  assert.match(await elsewhere.say('A: b\r\n\r\nc\r\n.'), /^250 /);
  assert.equal(policy.clients.at(-1)?.address, '127.0.1.2');
  for (const client of held) assert.match(await client.say('NOOP'), /^250 /);
  await held[0]?.say('QUIT');
  await policy.untilClosed(1);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});

test('a server at its limit returns 421, and accepts clients again later', async (t) => {
  const { port, policy } = await receiving(t, {
    clock: new FakeClock(),
    limits: { connections: 2 },
  });
  const held = [await SmtpClient.greeted(port), await SmtpClient.greeted(port)];
  const third = await SmtpClient.connect(port);
  assert.match(await third.untilClosed(), /^421 4\.3\.2 /);
  await held[0]?.say('QUIT');
  await policy.untilClosed(1);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});

test('without memory a sender gets a temporary rejection, and the memory is free again later', async (t) => {
  const clock = new FakeClock();
  const { port, policy, receiver } = await receiving(t, {
    clock,
    inFlight: { octets: 1_000_000, blockShare: 1 },
  });
  const verdict = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onMessage = () => verdict.promise;
  const first = await SmtpClient.greeted(port);
  await first.sayAll('MAIL FROM:<> SIZE=900000', 'RCPT TO:<c@d.test>', 'DATA');
  first.send('X: y\r\n\r\nz\r\n.\r\n');
  const second = await SmtpClient.greeted(port);
  second.send('MAIL FROM:<> SIZE=200000\r\n');
  while (!clock.isDueIn(30_000)) await new Promise(setImmediate);
  clock.advance(30_000);
  assert.match(await second.reply(), /^452 4\.3\.1 /);
  assert.match(await second.say('MAIL FROM:<>'), /^250 /);
  verdict.resolve(reply(250, '2.0.0', 'OK'));
  assert.match(await first.reply(), /^250 /);
  assert.equal(receiver.inFlightOctets, 0);
  await second.say('RSET');
  assert.match(await second.say('MAIL FROM:<> SIZE=200000'), /^250 /);
});

test('a pipelining client is not charged with errors for the commands after a MAIL without room', async (t) => {
  const { port, policy } = await receiving(t, { inFlight: { octets: 100_000, blockShare: 1 } });
  const client = await SmtpClient.greeted(port);
  for (let i = 0; i < 20; i++) {
    client.send('MAIL FROM:<a@b.test> SIZE=200000\r\nRCPT TO:<c@d.test>\r\nDATA\r\n');
    assert.match(await client.reply(), /^452 4\.3\.1 /);
    assert.match(await client.reply(), /^503 5\.5\.1 /);
    assert.match(await client.reply(), /^503 5\.5\.1 /);
  }
  await client.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA');
  assert.match(await client.say('A: b\r\n\r\nc\r\n.'), /^250 /);
  assert.equal(policy.messages.length, 1);
  for (let i = 0; i < 9; i++) assert.match(await client.say('DATA'), /^503 /);
  client.send('DATA\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 /, 'behind no MAIL at all it is an error');
});

test('a rejected MAIL does not excuse commands after RSET', async (t) => {
  const { port } = await receiving(t, { inFlight: { octets: 100_000, blockShare: 1 } });
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<a@b.test> SIZE=200000');
  await client.say('RSET');
  for (let i = 0; i < 9; i++) assert.match(await client.say('RCPT TO:<c@d.test>'), /^503 /);
  client.send('RCPT TO:<c@d.test>\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 /);
});

test('a message that outgrows the room is read to its end and rejected temporarily', async (t) => {
  const { port, receiver } = await receiving(t, {
    inFlight: { octets: 1_500_000, blockShare: 1 },
  });
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  client.send(`X: y\r\n\r\n${`${'z'.repeat(998)}\r\n`.repeat(2000)}`);
  assert.match(await client.say('.'), /^452 4\.3\.1 /);
  assert.equal(receiver.inFlightOctets, 0);
});

test('a message of the largest size is accepted even if no second one fits', async (t) => {
  const octets = 1_000_000;
  const { port, receiver } = await receiving(t, {
    limits: { messageOctets: octets },
    inFlight: { octets, blockShare: 1 },
  });
  const client = await SmtpClient.greeted(port);
  await client.sayAll(`MAIL FROM:<a@b.test> SIZE=${octets}`, 'RCPT TO:<c@d.test>');
  assert.match(await client.say('DATA'), /^354 /);
  assert.equal(receiver.inFlightOctets, octets);
  const content = `A: b\r\n\r\n${'x'.repeat(octets - 10)}\r\n`;
  assert.match(await client.say(`${content}.`), /^250 /);
});

test('a message without an announced size is accepted if the memory is just sufficient', async (t) => {
  const octets = 1_500_000;
  const { port } = await receiving(t, { inFlight: { octets, blockShare: 1 } });
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  assert.match(await client.say(`X: y\r\n\r\n${'z'.repeat(octets - 10)}\r\n.`), /^250 /);
});

test('the dots that DATA doubles do not count towards the size, by DATA and by BDAT', async (t) => {
  const { port } = await receiving(t, { limits: { messageOctets: 1000 } });
  const client = await SmtpClient.greeted(port);
  const dots = '.\r\n.x\r\n'.repeat(100);
  for (const [octets, verdict] of [
    [1000, /^250 2\.0\.0 /],
    [1001, /^552 5\.3\.4 /],
  ] as const) {
    const content = `A: b\r\n\r\n${dots}${'y'.repeat(octets - 710)}\r\n`;
    await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
    assert.match(await client.say(`${content.replaceAll('\r\n.', '\r\n..')}.`), verdict);
    await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>');
    client.send(`BDAT ${content.length} LAST\r\n${content}`);
    assert.match(await client.reply(), verdict);
  }
});
