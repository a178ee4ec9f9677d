import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

test('A28 a message that trickles in is given up, and others are served meanwhile', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { clock });
  const slow = await SmtpClient.greeted(port);
  await slow.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  slow.send('X: y\r\n');
  const other = await SmtpClient.greeted(port);
  clock.advance(20_000);
  assert.match(await slow.untilClosed(), /^421 4\.4\.2 /);
  assert.match(await other.say('NOOP'), /^250 /);
});

test('A28 a message is not taken for slow because another one came right before it', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { clock });
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  client.send(`X: y\r\n\r\n${'z'.repeat(2000)}\r\n`);
  clock.advance(9000);
  assert.match(await client.say('.'), /^250 /);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  clock.advance(3000);
  assert.match(await client.say('X: y\r\n\r\nz\r\n.'), /^250 /);
});

test('A29 one address holds only so many connections, and others are served', async (t) => {
  const { port, policy } = await receiving(t, { limits: { connectionsPerBlock: 3 } });
  const held = [];
  for (let i = 0; i < 3; i++) held.push(await SmtpClient.greeted(port));
  const fourth = await SmtpClient.connect(port);
  assert.match(await fourth.untilClosed(), /^421 4\.7\.0 /);
  await held[0]?.say('QUIT');
  await policy.untilClosed(1);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});

test('I36 a server at its limit says so, and serves again when it can', async (t) => {
  const { port, policy } = await receiving(t, { limits: { connections: 2 } });
  const held = [await SmtpClient.greeted(port), await SmtpClient.greeted(port)];
  const third = await SmtpClient.connect(port);
  assert.match(await third.untilClosed(), /^421 4\.3\.2 /);
  await held[0]?.say('QUIT');
  await policy.untilClosed(1);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});

test('A30 with no room left a sender is asked to come back, and room comes back by itself', async (t) => {
  const { port, policy, receiver } = await receiving(t, {
    inFlight: { octets: 1_000_000, blockShare: 1 },
  });
  const verdict = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onMessage = () => verdict.promise;
  const first = await SmtpClient.greeted(port);
  await first.sayAll('MAIL FROM:<> SIZE=900000', 'RCPT TO:<c@d.test>', 'DATA');
  first.send('X: y\r\n\r\nz\r\n.\r\n');
  const second = await SmtpClient.greeted(port);
  assert.match(await second.say('MAIL FROM:<> SIZE=200000'), /^452 4\.3\.1 /);
  assert.match(await second.say('MAIL FROM:<>'), /^250 /);
  verdict.resolve(reply(250, '2.0.0', 'OK'));
  assert.match(await first.reply(), /^250 /);
  assert.equal(receiver.inFlightOctets, 0);
  await second.say('RSET');
  assert.match(await second.say('MAIL FROM:<> SIZE=200000'), /^250 /);
});

test('A30 a client that pipelines is not blamed for what it sent behind a MAIL that found no room', async (t) => {
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
  for (let i = 0; i < 10; i++) assert.match(await client.say('DATA'), /^503 /);
  client.send('DATA\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 /, 'behind no MAIL at all it is an error');
});

test('a MAIL that was refused excuses nothing behind RSET', async (t) => {
  const { port } = await receiving(t, { inFlight: { octets: 100_000, blockShare: 1 } });
  const client = await SmtpClient.greeted(port);
  await client.say('MAIL FROM:<a@b.test> SIZE=200000');
  await client.say('RSET');
  for (let i = 0; i < 10; i++) assert.match(await client.say('RCPT TO:<c@d.test>'), /^503 /);
  client.send('RCPT TO:<c@d.test>\r\n');
  assert.match(await client.untilClosed(), /^421 4\.7\.0 /);
});

test('a message that grows past the room is read to its end and sent back for later', async (t) => {
  const { port, receiver } = await receiving(t, {
    inFlight: { octets: 1_500_000, blockShare: 1 },
  });
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  client.send(`X: y\r\n\r\n${`${'z'.repeat(998)}\r\n`.repeat(2000)}`);
  assert.match(await client.say('.'), /^452 4\.3\.1 /);
  assert.equal(receiver.inFlightOctets, 0);
});

test('a message of the largest size is taken where there is room for no other', async (t) => {
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

test('a message is taken that the room is just enough for, though nobody announced its size', async (t) => {
  const octets = 1_500_000;
  const { port } = await receiving(t, { inFlight: { octets, blockShare: 1 } });
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>', 'DATA');
  assert.match(await client.say(`X: y\r\n\r\n${'z'.repeat(octets - 10)}\r\n.`), /^250 /);
});

test('A10 the dots that DATA doubles are no part of the size, whether DATA or BDAT brings it', async (t) => {
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
