import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { duplexPair } from 'node:stream';
import { test } from 'node:test';
import { createSecureContext, connect as connectTls } from 'node:tls';
import { selfSignedCertificate } from '#support/certificate.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { greeted, receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { SLAB_OCTETS } from './memory/slabs.ts';

const context = createSecureContext(selfSignedCertificate('mx.alias.test'));

const OFFERED = { secureContext: () => context };

test('EHLO offers STARTTLS only in plaintext, everything else under TLS too, and the configured size', async (t) => {
  const { port, policy } = await receiving(t, { ...OFFERED, limits: { messageOctets: 1_234_567 } });
  const client = await SmtpClient.met(port);
  const offered = ['250-mx.alias.test', '250-PIPELINING', '250-SIZE 1234567', '250-8BITMIME'];
  offered.push('250-SMTPUTF8', '250-CHUNKING', '250-ENHANCEDSTATUSCODES');
  const inClear = await client.say('EHLO client.test');
  assert.deepEqual(inClear.split('\r\n'), [...offered, '250-PRDR', '250 STARTTLS']);
  assert.match(await client.say('STARTTLS'), /^220 2\.0\.0 /);
  await client.secure();
  const underTls = await client.say('EHLO client.test');
  assert.deepEqual(underTls.split('\r\n'), [...offered, '250 PRDR']);
  assert.match(await client.say('STARTTLS'), /^502 5\.5\.1 /);
  assert.match(await client.deliver(), /^250 /);
  assert.deepEqual([policy.clients[0]?.tls?.protocol, policy.messages.length], ['TLSv1.3', 1]);
});

test("the receiver reports the runtime's memory for reuse: under TLS, but not in plaintext", async (t) => {
  let garbage = 0;
  const { port } = await receiving(t, {
    ...OFFERED,
    onGarbage: (octets) => {
      garbage += octets;
    },
  });
  const client = await SmtpClient.greeted(port);
  assert.equal(garbage, 0);
  await client.say('STARTTLS');
  await client.secure();
  await client.say('NOOP');
  assert.equal(garbage, 'NOOP\r\n'.length);
});

test('plaintext commands after STARTTLS are rejected, and none is executed', async (t) => {
  const { client, policy } = await greeted(t, OFFERED);
  client.send('STARTTLS\r\nMAIL FROM:<a@b.test>\r\nRCPT TO:<c@d.test>\r\n');
  assert.match(await client.untilClosed(), /^554 5\.5\.1 [^\r]*\r\n$/);
  assert.equal(policy.messages.length, 0);
});

test('STARTTLS discards the state of the plaintext session', async (t) => {
  const { client } = await greeted(t, OFFERED);
  await client.sayAll('MAIL FROM:<a@b.test>', 'STARTTLS');
  await client.secure();
  assert.match(await client.say('RCPT TO:<c@d.test>'), /^503 5\.5\.1 /);
  assert.match(await client.say('MAIL FROM:<a@b.test>'), /^503 5\.5\.1 /);
});

test('a client that aborts its handshake in the middle of a message keeps no memory reserved', async (t) => {
  const { client, policy, receiver } = await greeted(t, OFFERED);
  await client.sayAll('MAIL FROM:<a@b.test> SIZE=1000000', 'RCPT TO:<c@d.test>');
  client.send('BDAT 4\r\nA: b');
  assert.match(await client.reply(), /^250 /);
  assert.equal(receiver.inFlightOctets, 16 * SLAB_OCTETS, 'the size, in whole slabs');
  assert.match(await client.say('STARTTLS'), /^220 /);
  client.destroy();
  await policy.untilClosed(1);
  assert.equal(receiver.inFlightOctets, 0);
});

test('a stalled handshake is cut off, as is one of garbage, and other clients are served', async (t) => {
  const clock = new FakeClock();
  const { port } = await receiving(t, { ...OFFERED, clock });
  const stalled = await SmtpClient.greeted(port);
  await stalled.say('STARTTLS');
  const slow = await SmtpClient.greeted(port);
  await slow.say('STARTTLS');
  clock.advance(28_000);
  await slow.secure();
  assert.match(await slow.say('NOOP'), /^250 /, 'one that only takes its time');
  clock.advance(4000);
  assert.equal(await stalled.untilClosed(), '');
  const garbage = await SmtpClient.greeted(port);
  await garbage.say('STARTTLS');
  garbage.send('this is no ClientHello\r\n');
  assert.doesNotMatch(await garbage.untilClosed(), /^[2-5]\d\d/m);
  assert.match(await (await SmtpClient.greeted(port)).say('NOOP'), /^250 /);
});

test('octets that are not TLS end a connection under TLS at once, even if its client continues', async (t) => {
  const { port, policy, receiver } = await receiving(t, OFFERED);
  const raw = connect(port, '127.0.0.1');
  t.after(() => raw.destroy());
  await once(raw, 'data');
  raw.write('STARTTLS\r\n');
  await once(raw, 'data');
  // The listener that would close the client on an error is removed first.
  const [near, far] = duplexPair();
  raw.pipe(far).pipe(raw);
  const secured = connectTls({ socket: near, rejectUnauthorized: false });
  secured.write('EHLO client.test\r\n');
  await once(secured, 'data');
  raw.unpipe(far);
  far.unpipe(raw);
  raw.write('x'.repeat(1000));
  await policy.untilClosed(1);
  assert.equal(receiver.connections, 0);
});

test('a server that shuts down during a handshake sends 421 as soon as the client can read it', async (t) => {
  const { client, receiver } = await greeted(t, OFFERED);
  await client.say('STARTTLS');
  const closed = receiver.close();
  await client.secure();
  assert.match(await client.untilClosed(), /^421 4\.3\.2 /);
  await closed;
});
