import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { until } from '#support/sending.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

test('a client that never closes after our 421 is cut off after five seconds', async (t) => {
  const clock = new FakeClock();
  const { port, receiver } = await receiving(t, { clock });
  // Half-open: the client reads our 421 and keeps its side open.
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => client.destroy());
  await once(client, 'data');
  client.resume().write('QUIT\r\n');
  await once(client, 'end');
  clock.advance(5000);
  assert.equal(receiver.connections, 1);
  clock.advance(1000);
  await until(() => receiver.connections === 0);
});

test('a 421 of the policy closes the connection, to MAIL and to RCPT alike', async (t) => {
  const { port, policy, receiver } = await receiving(t);
  const goodbye = reply(421, '4.7.0', 'Come back later');
  policy.onRecipient = () => goodbye;
  const guesser = await SmtpClient.greeted(port);
  await guesser.say('MAIL FROM:<>');
  guesser.send('RCPT TO:<c@d.test>\r\nNOOP\r\n');
  assert.equal(await guesser.untilClosed(), '421 4.7.0 Come back later\r\n');
  policy.onMail = () => goodbye;
  const other = await SmtpClient.greeted(port);
  other.send('MAIL FROM:<>\r\nNOOP\r\n');
  assert.equal(await other.untilClosed(), '421 4.7.0 Come back later\r\n');
  await until(() => receiver.connections === 0);
});

test('a connection that has ended makes room for another one of its address block, every time', async (t) => {
  const { port, receiver } = await receiving(t, { limits: { connectionsPerBlock: 2 } });
  for (let round = 0; round < 5; round++) {
    const clients = [await SmtpClient.greeted(port), await SmtpClient.greeted(port)];
    const third = await SmtpClient.connect(port);
    assert.match(await third.reply(), /^421 4\.7\.0 /);
    for (const client of clients) assert.match(await client.say('QUIT'), /^221 /);
    for (const client of clients) client.destroy();
    await until(() => receiver.connections === 0);
  }
});

test('DATA with an argument is rejected, and no message begins', async (t) => {
  const { port, policy } = await receiving(t);
  const client = await SmtpClient.greeted(port);
  await client.sayAll('MAIL FROM:<>', 'RCPT TO:<c@d.test>');
  assert.match(await client.say('DATA now'), /^501 5\.5\.4 /);
  assert.match(await client.say('NOOP'), /^250 /);
  assert.match(await client.sayAll('DATA', 'From: a@b.test\r\n\r\nHello\r\n.'), /^250 /);
  assert.equal(policy.messages.length, 1);
});
