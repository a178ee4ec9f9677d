import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { selfSignedCertificate } from '#support/certificate.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { greeted, receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../reply.ts';

const EVICTED = /^421 4\.3\.2 Idle connection closed: server too busy\r\n$/;
const MAIL = ['MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>'];
const BUSY = /^421 4\.3\.2 Server too busy/;

test('if all connections are taken, the idlest one is closed for a new client, and active ones continue', async (t) => {
  const clock = new FakeClock();
  const { port, receiver } = await receiving(t, { clock, limits: { connections: 4 } });
  const next = async () => {
    const client = await SmtpClient.greeted(port);
    clock.advance(500);
    return client;
  };
  const [first, second, third, fourth] = [await next(), await next(), await next(), await next()];
  assert.match(await first.say('NOOP'), /^250 /);
  clock.advance(500);
  // Idle: first 0.5 s, second 2 s, third 1.5 s, fourth 1 s.
  const newcomer = await SmtpClient.greeted(port);
  assert.match(await second.untilClosed(), EVICTED);
  const another = await SmtpClient.greeted(port);
  assert.match(await third.untilClosed(), EVICTED);
  for (const client of [first, fourth, newcomer, another]) {
    assert.match(await client.deliver(), /^250 /);
  }
  assert.equal(receiver.connections, 4);
});

test('a connection that has ended no longer counts as the idlest one', async (t) => {
  const clock = new FakeClock();
  const { port, receiver } = await receiving(t, { clock, limits: { connections: 2 } });
  const gone = await SmtpClient.greeted(port);
  clock.advance(500);
  const idlest = await SmtpClient.greeted(port);
  gone.reset();
  while (receiver.connections > 1) await new Promise(setImmediate);
  clock.advance(500);
  await SmtpClient.greeted(port);
  clock.advance(500);
  await SmtpClient.greeted(port);
  assert.match(await idlest.untilClosed(), EVICTED);
  assert.equal(receiver.connections, 2);
});

test('nor does a client that left while its recipient was looked up', async (t) => {
  const clock = new FakeClock();
  const { port, receiver, policy } = await receiving(t, { clock, limits: { connections: 2 } });
  const { asked, found } = policy.holdRecipient();
  const gone = await SmtpClient.greeted(port);
  // The reply to MAIL waits for the reply to RCPT, because another command has arrived.
  gone.send('MAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\nNOOP\r\n');
  await asked;
  gone.reset();
  await policy.untilClosed(1);
  found();
  const idlest = await SmtpClient.greeted(port);
  clock.advance(500);
  await SmtpClient.greeted(port);
  clock.advance(500);
  await SmtpClient.greeted(port);
  assert.match(await idlest.say('NOOP'), /^421 4\.3\.2 Idle /);
  while (receiver.connections > 2) await new Promise(setImmediate);
});

test('a client that has been idle for less than a second is not closed for a new client', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { clock, limits: { connections: 2 } });
  const clients = [await SmtpClient.greeted(port), await SmtpClient.greeted(port)];
  clock.advance(999);
  const newcomer = await SmtpClient.connect(port);
  assert.match(await newcomer.untilClosed(), BUSY);
  for (const client of clients) assert.match(await client.say('NOOP'), /^250 /);
});

test('a message in transfer, or waiting for its verdict, is never aborted for a new client', async (t) => {
  const clock = new FakeClock();
  const { port, policy } = await receiving(t, { clock, limits: { connections: 4 } });
  const verdict = Promise.withResolvers<ReturnType<typeof reply>>();
  policy.onMessage = () => verdict.promise;
  const byData = await SmtpClient.greeted(port);
  const byBdat = await SmtpClient.greeted(port);
  const waiting = await SmtpClient.greeted(port);
  const looked = await SmtpClient.greeted(port);
  assert.match(await byData.open(), /^354 /);
  await byBdat.sayAll(...MAIL);
  byBdat.send('BDAT 11 LAST\r\nA: b\r');
  assert.match(await waiting.open(), /^354 /);
  waiting.send('A: b\r\n\r\nc\r\n.\r\n');
  const { asked, found } = policy.holdRecipient();
  await looked.say('MAIL FROM:<a@b.test>');
  looked.send('RCPT TO:<c@d.test>\r\n');
  // The octets of the others, sent earlier, have been read then.
  await asked;
  for (let i = 0; i < 2; i++) {
    clock.advance(4000);
    const newcomer = await SmtpClient.connect(port);
    assert.match(await newcomer.untilClosed(), BUSY);
  }
  found();
  verdict.resolve(reply(250, '2.0.0', 'OK'));
  assert.match(await byData.say('A: b\r\n\r\nc\r\n.'), /^250 /);
  byBdat.send('\n\r\nc\r\n');
  for (const client of [byBdat, waiting, looked]) assert.match(await client.reply(), /^250 /);
  // After its reply the client is idle like any other.
  clock.advance(1000);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});

test('between two chunks of a message a connection is not closed for a new client', async (t) => {
  const clock = new FakeClock();
  const { client: sender, port } = await greeted(t, { clock, limits: { connections: 1 } });
  await sender.sayAll(...MAIL);
  sender.send('BDAT 6\r\nA: b\r\n');
  assert.match(await sender.reply(), /^250 /);
  clock.advance(20_000);
  const newcomer = await SmtpClient.connect(port);
  assert.match(await newcomer.untilClosed(), BUSY);
  sender.send('BDAT 5 LAST\r\n\r\nc\r\n');
  assert.match(await sender.reply(), /^250 /);
});

test('above three quarters of the connections, clients are closed after 10 s of idleness, the idlest first', async (t) => {
  const clock = new FakeClock();
  const { port, policy } = await receiving(t, { clock, limits: { connections: 8 } });
  const clients = [];
  for (let i = 0; i < 8; i++) clients.push(await SmtpClient.greeted(port));
  const [active, idle, ...others] = clients;
  clock.advance(9000);
  await active?.say('NOOP');
  for (const client of others) assert.match(await client.say('NOOP'), /^250 /);
  clock.advance(1000);
  assert.match((await idle?.untilClosed()) ?? '', EVICTED);
  await policy.untilClosed(1);
  clock.advance(9000);
  assert.match((await active?.untilClosed()) ?? '', EVICTED);
  await policy.untilClosed(2);
  // Six of eight do not count as pressure.
  clock.advance(280_000);
  for (const client of others) assert.match(await client.say('NOOP'), /^250 /);
});

for (const [what, isSecure, last] of [
  ['that stalls in its TLS handshake makes room for a new client', false, /^$/],
  ['over TLS gets the reason when its idle connection is closed', true, EVICTED],
] as const) {
  test(`a client ${what}`, async (t) => {
    const clock = new FakeClock();
    const secureContext = createSecureContext(selfSignedCertificate('mx.alias.test'));
    const options = { clock, secureContext: () => secureContext, limits: { connections: 1 } };
    const { client, port } = await greeted(t, options);
    assert.match(await client.say('STARTTLS'), /^220 /);
    if (isSecure) {
      await client.secure();
      await client.sayAll('EHLO client.test', 'MAIL FROM:<a@b.test>');
    }
    clock.advance(1000);
    await SmtpClient.greeted(port);
    assert.match(await client.untilClosed(), last);
  });
}

test('a client that does not read its replies makes room for a new client at once', async (t) => {
  const clock = new FakeClock();
  const { port, policy, receiver } = await receiving(t, { clock, limits: { connections: 1 } });
  const deaf = connect({ port, host: '127.0.0.1' });
  t.after(() => deaf.destroy());
  deaf.on('error', () => {});
  await once(deaf, 'data');
  deaf.pause();
  // The replies exceed all buffers between the two.
  deaf.write('HELP\r\n'.repeat(300_000));
  let heard = '';
  while (!heard.startsWith('220')) {
    // By then the receiver has read all that it will read, and the client has been idle long enough.
    clock.advance(1000);
    const newcomer = await SmtpClient.connect(port);
    t.after(() => newcomer.destroy());
    heard = await newcomer.reply();
  }
  await policy.untilClosed(1);
  assert.equal(receiver.connections, 1);
});
