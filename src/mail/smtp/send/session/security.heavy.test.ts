/** TLS and credentials towards the next hop. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { CLOSE, type Script } from '#support/fake-next-hop.ts';
import { envelope, message, relaying, sending } from '#support/sending.ts';

const STARTTLS = ['PIPELINING', 'STARTTLS'];

suite('opportunistic TLS', () => {
  test('a self-signed certificate for another name: TLS is used', async (t) => {
    const hopOptions = { extensions: STARTTLS };
    const { hop, nextHop, deadline } = await relaying(t, hopOptions, { isTrusted: false });
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([delivery.kind, delivery.peer?.tls], ['accepted', 'TLSv1.3']);
    assert.equal(hop.messages[0]?.tls, true);
    assert.equal(hop.count('EHLO'), 2);
  });

  test('a reply that arrives immediately is accepted, as in plaintext', async (t) => {
    const thread = new Worker(
      new URL('../../../../../test/support/next-hop-thread.ts', import.meta.url),
    );
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

  test('the handshake fails: the message is sent in plaintext, on a new connection', async (t) => {
    const script: Script = { STARTTLS: (nth) => (nth === 0 ? { last: '220 go' } : undefined) };
    const { hop, nextHop, deadline } = await relaying(t, { extensions: STARTTLS, script });
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([delivery.kind, delivery.peer?.tls], ['accepted', null]);
    assert.equal(hop.connections.total, 2);
    assert.equal(hop.count('STARTTLS'), 1);
  });

  for (const [how, hopOptions] of [
    ['wants a certificate of ours', { wantsCertificate: true }],
    ['closes', { script: { EHLO: (nth: number) => (nth === 1 ? CLOSE : undefined) } }],
  ] as const) {
    test(`a server that ${how} when our side has finished the handshake of TLS 1.3 gets the message in plaintext`, async (t) => {
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
      const refusing = { extensions: STARTTLS, wantsCertificate: true, script };
      const { nextHop, deadline } = await relaying(t, refusing);
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.equal(`${kind} ${reply.code} ${reply.enhanced}`, expected);
      const noTls = await relaying(t, { extensions: ['PIPELINING'], script });
      assert.equal((await noTls.nextHop.deliver(envelope, message, deadline)).kind, 'refused');
    });
  }

  test('a server that has answered under TLS and then disconnects is not tried again in plaintext', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, {
      extensions: STARTTLS,
      script: { MAIL: CLOSE },
    });
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.4.2']);
    assert.equal(hop.connections.total, 1);
  });

  test('a handshake that stalls is abandoned after 20 s', async (t) => {
    const stalls = { extensions: STARTTLS, stallTls: true };
    const { hop, nextHop, clock, deadline } = await relaying(t, stalls);
    const delivering = nextHop.deliver(envelope, message, deadline);
    await hop.until(() => hop.count('handshake') === 1);
    clock.advance(20_000);
    assert.equal((await delivering).kind, 'accepted');
    assert.equal(hop.messages[0]?.tls, false);
  });

  for (const injected of ['250 ok\r\n', '250-PIPELINING\r\n250 AUTH PLAIN\r\n', 'x']) {
    test(`plaintext octets after the 220 end the session: ${JSON.stringify(injected)}`, async (t) => {
      const script = { STARTTLS: { pieces: [`220 go\r\n${injected}`] } };
      const { hop, nextHop, deadline } = await relaying(t, { extensions: STARTTLS, script });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.5.0']);
      assert.deepEqual([hop.connections.total, hop.count('MAIL')], [1, 0]);
    });
  }
});

suite('required TLS', () => {
  const required = { relay: { tls: 'required' } } as const;

  test('a good certificate is accepted', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, { extensions: STARTTLS }, required);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.equal(hop.messages[0]?.tls, true);
  });

  for (const [why, hopOptions, options] of [
    ['STARTTLS is not offered', { extensions: ['PIPELINING'] }, {}],
    ['the certificate is self-signed', { extensions: STARTTLS }, { isTrusted: false }],
    [
      'the certificate has another name',
      { extensions: STARTTLS },
      { relay: { host: 'other.test' } },
    ],
  ] as const) {
    test(`if ${why} the verdict is 451 4.7.5, and no address is sent in plaintext`, async (t) => {
      const relay = { ...required.relay, ...('relay' in options ? options.relay : {}) };
      const { hop, nextHop, deadline } = await relaying(t, hopOptions, { ...options, relay });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.7.5']);
      assert.deepEqual([hop.connections.total, hop.count('MAIL')], [1, 0]);
    });
  }

  for (const relay of [{ tls: 'required' }, { tls: 'implicit' }] as const) {
    test(`a server that rejects us after our side has finished the handshake gives 451 4.7.5: ${relay.tls}`, async (t) => {
      const implicitTls = relay.tls === 'implicit';
      const hopOptions = { extensions: STARTTLS, implicitTls, wantsCertificate: true };
      const { hop, nextHop, deadline } = await relaying(t, hopOptions, { relay });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.7.5']);
      assert.deepEqual([hop.connections.total, hop.count('MAIL')], [1, 0]);
    });
  }

  test('smtps speaks TLS from the first octet', async (t) => {
    const relay = { tls: 'implicit' } as const;
    const { hop, nextHop, deadline } = await relaying(t, { implicitTls: true }, { relay });
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([delivery.kind, delivery.peer?.tls], ['accepted', 'TLSv1.3']);
    assert.equal(hop.count('STARTTLS'), 0);
  });
});

suite('credentials', () => {
  const credentials = { user: 'us@relay.test', password: 'pässword' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test('PLAIN is sent after STARTTLS', async (t) => {
    const extensions = [...STARTTLS, 'AUTH LOGIN PLAIN'];
    const relay = { tls: 'required', credentials } as const;
    const { hop, nextHop, deadline } = await relaying(t, { extensions }, { relay });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    const hello = ['EHLO mx.ours.test', 'STARTTLS', 'EHLO mx.ours.test'];
    const auth = `AUTH PLAIN ${base64('\0us@relay.test\0pässword')}`;
    assert.deepEqual(hop.commands.slice(0, 4), [...hello, auth]);
  });

  test('LOGIN is sent if PLAIN is not offered', async (t) => {
    const script: Script = {
      AUTH: (nth) => ['334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6', '235 2.7.0 ok'][nth],
    };
    const hopOptions = { extensions: ['AUTH=LOGIN'], script };
    const { hop, nextHop, deadline } = await relaying(t, hopOptions, { relay: { credentials } });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    const spoken = ['AUTH LOGIN', base64(credentials.user), base64(credentials.password)];
    assert.deepEqual(hop.commands.slice(1, 4), spoken);
  });

  test('a wrong password is 451: the message is not at fault', async (t) => {
    const script = { AUTH: '535 5.7.8 no' };
    const hopOptions = { extensions: ['AUTH PLAIN'], script };
    const { hop, nextHop, deadline } = await relaying(t, hopOptions, { relay: { credentials } });
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.7.8']);
    assert.equal(hop.count('MAIL'), 0);
  });

  test('a server without a mechanism that we support gives 451', async (t) => {
    const hopOptions = { extensions: ['AUTH CRAM-MD5'] };
    const { nextHop, deadline } = await relaying(t, hopOptions, { relay: { credentials } });
    assert.equal((await nextHop.deliver(envelope, message, deadline)).reply.code, 451);
  });
});
