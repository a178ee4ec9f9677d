/** TLS and credentials towards the next hop. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { CLOSE, type Script, SILENCE } from '#support/fake-next-hop.ts';
import { envelope, message, relaying, sending } from '#support/sending.ts';

const STARTTLS = ['PIPELINING', 'STARTTLS'];
/** TLS 1.3 rejects a client without a certificate only after the handshake. */
const WANTS_OURS = { requestCert: true, rejectUnauthorized: true };

suite('opportunistic TLS', () => {
  test('a self-signed certificate for another name: TLS is used', async (t) => {
    const hopOptions = { extensions: STARTTLS };
    const { hop, nextHop, deadline } = await relaying(t, hopOptions, { isTrusted: false });
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([delivery.kind, delivery.peer?.tls], ['accepted', 'TLSv1.3']);
    assert.deepEqual([hop.messages[0]?.tls, hop.count('EHLO')], [true, 2]);
  });

  test('a reply that arrives immediately is accepted, as in plaintext', async (t) => {
    const thread = new Worker(new URL('next-hop-thread.fixture.ts', import.meta.url));
    t.after(() => thread.terminate());
    const [port] = await once(thread, 'message');
    const target = { kind: 'relay', host: '127.0.0.1', port, tls: 'opportunistic' } as const;
    const { nextHop, deadline } = sending({ target });
    t.after(() => nextHop.close());
    for (let i = 0; i < 200; i++) {
      const { kind, peer } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, peer?.tls], ['accepted', 'TLSv1.3'], `message ${i}`);
    }
  });

  for (const [what, hopOptions] of [
    [
      'whose handshake fails',
      { script: { STARTTLS: (nth: number) => (nth === 0 ? { last: '220 go' } : undefined) } },
    ],
    // The last two when our side has finished the handshake of TLS 1.3.
    ['that wants a certificate of ours', { tls: WANTS_OURS }],
    [
      'that closes right after the handshake',
      { script: { EHLO: (nth: number) => (nth === 1 ? CLOSE : undefined) } },
    ],
  ] as const) {
    test(`a server ${what} gets the message in plaintext, on a new connection`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t, { extensions: STARTTLS, ...hopOptions });
      const delivery = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([delivery.kind, delivery.peer?.tls], ['accepted', null]);
      assert.deepEqual([hop.connections.total, hop.count('STARTTLS')], [2, 1]);
      assert.equal(hop.messages[0]?.tls, false);
    });
  }

  for (const [step, said, expected] of [
    ['MAIL', '550 5.7.10 Encryption needed', 'deferred 451 4.7.10'],
    ['RCPT', '554 5.7.1 Not without TLS', 'deferred 451 4.7.1'],
    ['RCPT', '550 5.1.1 No such user', 'refused 550 5.1.1'],
  ] as const) {
    test(`${said} at ${step} in plaintext after TLS has failed: ${expected}`, async (t) => {
      const script = { [step]: said };
      const refusing = { extensions: STARTTLS, tls: WANTS_OURS, script };
      assert.equal(await (await relaying(t, refusing)).send(), expected);
      const noTls = await relaying(t, { extensions: ['PIPELINING'], script });
      assert.match(await noTls.send(), /^refused /);
    });
  }

  test('a server that has answered under TLS and then disconnects is not tried again in plaintext', async (t) => {
    const { hop, send } = await relaying(t, { extensions: STARTTLS, script: { MAIL: CLOSE } });
    assert.equal(await send(), 'deferred 451 4.4.2');
    assert.equal(hop.connections.total, 1);
  });

  test('a handshake that stalls is abandoned after 20 s', async (t) => {
    const script = { handshake: SILENCE };
    const { hop, send, clock } = await relaying(t, { extensions: STARTTLS, script });
    const verdict = send();
    await hop.until(() => hop.count('handshake') === 1);
    clock.advance(20_000);
    assert.equal(await verdict, 'accepted');
    assert.equal(hop.messages[0]?.tls, false);
  });

  for (const injected of ['250 ok\r\n', '250-PIPELINING\r\n250 AUTH PLAIN\r\n', 'x']) {
    test(`plaintext octets after the 220 end the session: ${JSON.stringify(injected)}`, async (t) => {
      const script = { STARTTLS: { pieces: [`220 go\r\n${injected}`] } };
      const { hop, send } = await relaying(t, { extensions: STARTTLS, script });
      assert.equal(await send(), 'deferred 451 4.5.0');
      assert.deepEqual([hop.connections.total, hop.count('MAIL')], [1, 0]);
    });
  }
});

suite('TLS that the relay must give', () => {
  for (const [what, hopOptions, tls] of [
    ['STARTTLS', { extensions: STARTTLS }, 'required'],
    ['smtps, from the first octet', { implicitTls: true }, 'implicit'],
  ] as const) {
    test(`${what}: a good certificate is accepted`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t, hopOptions, { relay: { tls } });
      const delivery = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([delivery.kind, delivery.peer?.tls], ['accepted', 'TLSv1.3']);
      assert.equal(hop.messages[0]?.tls, true);
      assert.equal(hop.count('STARTTLS'), tls === 'required' ? 1 : 0);
    });
  }

  const required = { relay: { tls: 'required' } } as const;
  const implicit = { relay: { tls: 'implicit' } } as const;
  const certificate = { extensions: STARTTLS, tls: WANTS_OURS };
  for (const [why, hopOptions, options] of [
    ['STARTTLS is not offered', { extensions: ['PIPELINING'] }, required],
    ['the certificate is self-signed', {}, { ...required, isTrusted: false }],
    ['the certificate has another name', {}, { relay: { tls: 'required', host: 'other.test' } }],
    ['the server rejects us after our part of the handshake', certificate, required],
    ['an smtps server does so', { ...certificate, implicitTls: true }, implicit],
  ] as const) {
    test(`if ${why} the verdict is 451 4.7.5, and no address is sent in plaintext`, async (t) => {
      const { hop, send } = await relaying(t, { extensions: STARTTLS, ...hopOptions }, options);
      assert.equal(await send(), 'deferred 451 4.7.5');
      assert.deepEqual([hop.connections.total, hop.count('MAIL')], [1, 0]);
    });
  }
});

suite('credentials', () => {
  const credentials = { user: 'us@relay.test', password: 'pässword' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test('PLAIN is sent after STARTTLS', async (t) => {
    const extensions = [...STARTTLS, 'AUTH LOGIN PLAIN'];
    const relay = { tls: 'required', credentials } as const;
    const { hop, send } = await relaying(t, { extensions }, { relay });
    assert.equal(await send(), 'accepted');
    const hello = ['EHLO mx.ours.test', 'STARTTLS', 'EHLO mx.ours.test'];
    const auth = `AUTH PLAIN ${base64('\0us@relay.test\0pässword')}`;
    assert.deepEqual(hop.commands.slice(0, 4), [...hello, auth]);
  });

  for (const [what, offered, script, verdict] of [
    [
      'LOGIN is sent if PLAIN is not offered',
      'AUTH=LOGIN',
      { AUTH: (nth) => ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6', '235 2.7.0 ok'][nth] },
      'accepted',
    ],
    ['a wrong password', 'AUTH PLAIN', { AUTH: '535 5.7.8 no' }, 'deferred 451 4.7.8'],
    ['no mechanism that we support', 'AUTH CRAM-MD5', {}, 'deferred 451 4.5.0'],
  ] as [string, string, Script, string][]) {
    test(`${what}: ${verdict}`, async (t) => {
      const hopOptions = { extensions: [offered], script };
      const { hop, send } = await relaying(t, hopOptions, { relay: { credentials } });
      assert.equal(await send(), verdict);
      assert.equal(hop.count('MAIL'), verdict === 'accepted' ? 1 : 0);
      const spoken = ['AUTH LOGIN', base64(credentials.user), base64(credentials.password)];
      if (offered === 'AUTH=LOGIN') assert.deepEqual(hop.commands.slice(1, 4), spoken);
    });
  }
});
