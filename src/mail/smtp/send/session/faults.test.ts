/** After any fault of the server at any step our sender gets the true outcome, and no second copy is made. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Act, FakeStep } from '#support/fake-hop-session.ts';
import { CLOSE, SILENCE } from '#support/fake-next-hop.ts';
import { dotless, envelope, message, relaying, until } from '#support/sending.ts';

const WITH_STARTTLS = { extensions: ['PIPELINING', 'STARTTLS'] };
const TLS_REQUIRED = { relay: { tls: 'required' } } as const;

const STEPS: FakeStep[] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'dot'];

suite('4yz is passed on with its enhanced code, and the message can be sent again', () => {
  for (const step of STEPS) {
    test(`4yz at ${step}`, async (t) => {
      const script = { [step]: '452 4.3.1 <real@mailbox.test> no room' };
      const { hop, nextHop, deadline } = await relaying(t, { script });
      const delivery = await nextHop.deliver(envelope, message, deadline);
      assert.equal(delivery.kind, 'deferred');
      assert.deepEqual(delivery.reply, {
        code: 452,
        enhanced: '4.3.1',
      });
      assert.equal('unknown' in delivery, false);
      assert.equal(hop.messages.length, 0);
      hop.script = {};
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
      assert.equal(hop.messages.length, 1);
    });
  }

  test('a 421 becomes 451 for our sender, because we do not close', async (t) => {
    const script = { MAIL: '421 4.3.2 shutting down' };
    const { nextHop, deadline } = await relaying(t, { script });
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.3.2']);
  });

  test('4yz at STARTTLS is 451 if TLS is required: the reply does not concern the message', async (t) => {
    const script = { STARTTLS: '454 4.7.0 TLS not available' };
    const hop = { ...WITH_STARTTLS, script };
    const { hop: fake, nextHop, deadline } = await relaying(t, hop, TLS_REQUIRED);
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.7.0']);
    assert.equal(
      fake.commands.some((line) => line.startsWith('MAIL')),
      false,
    );
  });
});

suite('after MAIL a 5yz is a verdict on the message', () => {
  for (const step of STEPS.slice(2)) {
    test(`5yz at ${step} is passed on with its enhanced code`, async (t) => {
      const script = { [step]: '554 5.7.1 <real@mailbox.test> is not for you' };
      const { hop, nextHop, deadline } = await relaying(t, { script });
      const delivery = await nextHop.deliver(envelope, message, deadline);
      assert.equal(delivery.kind, 'refused');
      assert.deepEqual(delivery.reply, {
        code: 554,
        enhanced: '5.7.1',
      });
      assert.equal(hop.messages.length, 0);
    });
  }

  for (const step of ['greeting', 'EHLO'] as const) {
    test(`5yz at ${step} of a relay is 451: the reply does not concern the message`, async (t) => {
      const refusal = '554 5.7.1 go away';
      const script = { [step]: refusal, HELO: refusal };
      const { nextHop, deadline } = await relaying(t, { script });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.7.1']);
    });
  }

  test('5yz at STARTTLS is 451 if TLS is required', async (t) => {
    const hop = { ...WITH_STARTTLS, script: { STARTTLS: '502 5.5.1 not implemented' } };
    const { nextHop, deadline } = await relaying(t, hop, TLS_REQUIRED);
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.5.1']);
  });

  for (const said of [500, 501, 502, 504, 521, 523, 541, 555, 571, 599]) {
    test(`${said} does not concern our sender, and becomes 554`, async (t) => {
      const script = { dot: `${said} 5.7.1 no` };
      const { nextHop, deadline } = await relaying(t, { script });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.code, reply.enhanced], ['refused', 554, '5.7.1']);
    });
  }

  for (const said of [400, 471]) {
    test(`${said} is outside of the standard, and becomes 451`, async (t) => {
      const script = { dot: `${said} 4.2.0 later` };
      const { nextHop, deadline } = await relaying(t, { script });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.2.0']);
    });
  }

  test('530 to MAIL requires credentials: the message can wait until they are set', async (t) => {
    const script = { MAIL: '530 5.7.0 authentication required' };
    const { nextHop, deadline } = await relaying(t, { script });
    const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.7.0']);
  });
});

suite('a rejected STARTTLS with opportunistic TLS', () => {
  for (const said of ['454 4.7.0 TLS not available', '502 5.5.1 not implemented']) {
    test(`${said.slice(0, 3)}: the message is sent in plaintext, on the same connection`, async (t) => {
      const hop = { ...WITH_STARTTLS, script: { STARTTLS: said } };
      const { hop: fake, nextHop, deadline } = await relaying(t, hop);
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
      assert.equal(fake.messages[0]?.tls, false);
      assert.deepEqual([fake.count('STARTTLS'), fake.connections.total], [1, 1]);
    });
  }
});

suite('a connection that breaks', () => {
  for (const step of STEPS.slice(0, -1)) {
    test(`at ${step} is 451, and nothing was delivered`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t, { script: { [step]: CLOSE } });
      const delivery = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([delivery.kind, delivery.reply.code], ['deferred', 451]);
      assert.equal(delivery.reply.enhanced, '4.4.2');
      assert.equal('unknown' in delivery, false);
      assert.equal(hop.messages.length, 0);
    });
  }

  test('at STARTTLS is 451, and nothing was delivered', async (t) => {
    const hop = { ...WITH_STARTTLS, script: { STARTTLS: CLOSE } };
    const { hop: fake, nextHop, deadline } = await relaying(t, hop);
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.4.2']);
    assert.equal(fake.messages.length, 0);
  });

  test('after the final dot is 451 and unknown', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, { script: { dot: CLOSE } });
    const delivery = await nextHop.deliver(envelope, dotless, deadline);
    assert.deepEqual([delivery.kind, delivery.reply.code], ['deferred', 451]);
    assert.equal(delivery.kind === 'deferred' && delivery.unknown, true);
    assert.equal(hop.connections.total, 1);
  });
});

suite('the reply to QUIT changes nothing', () => {
  const answers: [string, Act][] = [
    ['4yz', '451 4.3.0 no'],
    ['5yz', '554 5.0.0 no'],
    ['a break', CLOSE],
  ];
  for (const [answer, QUIT] of answers) {
    test(`${answer} at QUIT`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t, { script: { QUIT } });
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
      await nextHop.close();
      assert.equal(hop.commands.at(-1), 'QUIT');
      assert.equal(hop.messages.length, 1);
    });
  }
});

suite('timeouts', () => {
  for (const [step, timeout] of [
    ['EHLO', 20_000],
    ['MAIL', 60_000],
    ['RCPT', 60_000],
    ['DATA', 60_000],
  ] as const) {
    test(`the reply to ${step} is awaited for ${timeout / 1000} s, then the message gets 451`, async (t) => {
      const script = { [step]: SILENCE };
      const { hop, nextHop, clock, deadline } = await relaying(t, { script });
      const delivering = nextHop.deliver(envelope, message, deadline);
      await hop.until(() => hop.count(step) === 1);
      clock.advance(timeout);
      const { kind, reply } = await delivering;
      assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.4.2']);
    });
  }

  test('the greeting is awaited for 45 s, then the message gets 451', async (t) => {
    const script = { greeting: SILENCE };
    const { hop, nextHop, sockets, clock, deadline } = await relaying(t, { script });
    const delivering = nextHop.deliver(envelope, message, deadline);
    await until(() => sockets[0]?.readyState === 'open' && hop.connections.open === 1);
    clock.advance(44_999);
    assert.equal(hop.connections.open, 1);
    clock.advance(1);
    const { kind, reply } = await delivering;
    assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.4.2']);
  });

  test('the deadline ends every wait before the final dot', async (t) => {
    const { hop, nextHop, clock } = await relaying(t, { script: { RCPT: SILENCE } });
    const delivering = nextHop.deliver(envelope, message, clock.now() + 5000);
    await hop.until(() => hop.count('RCPT') === 1);
    clock.advance(5000);
    assert.equal((await delivering).reply.code, 451);
  });
});
