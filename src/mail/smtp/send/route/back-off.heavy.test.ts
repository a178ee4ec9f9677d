/** A server that asks us to slow down: the back-off, and what it costs its other mailboxes. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import { envelope, message, relaying } from '#support/sending.ts';

suite('back-off', () => {
  test('after a request to back off the domain gets 451 4.7.1 for 30 s, without a connection', async (t) => {
    const { hop, nextHop, clock, deadline } = await relaying(t);
    hop.script = { DATA: '451 4.7.1 slow down' };
    await nextHop.deliver(envelope, message, deadline);
    const lines = hop.commands.length;
    assert.deepEqual(nextHop.backingOff('other@MAILBOX.test'), {
      code: 451,
      enhanced: '4.7.1',
      text: 'Rate limited by the destination mail server',
    });
    const meanwhile = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([meanwhile.kind, meanwhile.reply.enhanced], ['deferred', '4.7.1']);
    assert.equal(hop.commands.length, lines);
    assert.equal(nextHop.backingOff('someone@elsewhere.test'), undefined);
    clock.advance(30_000);
    assert.equal(nextHop.backingOff('other@mailbox.test'), undefined);
    hop.script = {};
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
  });

  test('only the greylisted mailbox pauses: other mailboxes still get their messages', async (t) => {
    const { hop, nextHop, clock, deadline } = await relaying(t);
    hop.script = {
      RCPT: (_, line) => (line.includes('real@') ? '451 4.7.1 greylisted' : undefined),
    };
    assert.equal((await nextHop.deliver(envelope, message, deadline)).reply.enhanced, '4.7.1');
    assert.equal(nextHop.backingOff('REAL@mailbox.test.')?.enhanced, '4.7.1');
    for (let i = 0; i < 10; i++) {
      const neighbour = { ...envelope, forwardPath: `neighbour${i}@mailbox.test` };
      assert.equal(nextHop.backingOff(neighbour.forwardPath), undefined);
      assert.equal((await nextHop.deliver(neighbour, message, deadline)).kind, 'accepted');
    }
    clock.advance(30_000);
    assert.equal(nextHop.backingOff(envelope.forwardPath), undefined);
  });

  test('greylisting of ten mailboxes does not reduce the connections to their server', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, { script: { RCPT: '450 4.7.1 later' } });
    const to = (i: number) => ({ ...envelope, forwardPath: `real${i}@mailbox.test` });
    const ten = Array.from({ length: 10 }, (_, i) => to(i));
    await Promise.all(ten.map((one) => nextHop.deliver(one, message, deadline)));
    hop.script = { dot: SILENCE };
    const others = [11, 12, 13, 14, 15].map((i) => nextHop.deliver(to(i), message, deadline));
    await hop.until(() => hop.count('dot') === 5);
    hop.say('250 2.0.0 ok');
    assert.ok((await Promise.all(others)).every(({ kind }) => kind === 'accepted'));
  });

  test('a relay that answers 421 to MAIL gets no messages for any domain', async (t) => {
    const { nextHop, deadline } = await relaying(t, { script: { MAIL: '421 4.7.0 slow down' } });
    await nextHop.deliver(envelope, message, deadline);
    assert.equal(nextHop.backingOff('someone@elsewhere.test')?.code, 451);
  });

  test('messages waiting for a slot in the pool do not connect during the back-off', async (t) => {
    const { hop, nextHop, clock } = await relaying(t, { script: { MAIL: '421 4.7.0 slow down' } });
    const atOnce = async () => {
      const deadline = clock.now() + 150_000;
      const mails = Array.from({ length: 50 }, () => nextHop.deliver(envelope, message, deadline));
      return new Set((await Promise.all(mails)).map(({ reply }) => reply.enhanced));
    };
    assert.deepEqual(await atOnce(), new Set(['4.7.0', '4.7.1']));
    assert.equal(hop.connections.total, 5);
    clock.advance(30_000);
    // Five requests to back off have lowered the limit to one connection.
    await atOnce();
    assert.equal(hop.connections.total, 6);
  });

  test('each further request doubles the back-off, up to 5 minutes; a delivery resets it', async (t) => {
    const { hop, nextHop, clock } = await relaying(t, { script: { RCPT: '450 4.7.1 slow down' } });
    const pauses: number[] = [];
    for (let i = 0; i < 6; i++) {
      await nextHop.deliver(envelope, message, clock.now() + 150_000);
      const start = clock.now();
      while (nextHop.backingOff(envelope.forwardPath)) clock.advance(1000);
      pauses.push((clock.now() - start) / 1000);
    }
    assert.deepEqual(pauses, [30, 60, 120, 240, 300, 300]);
    hop.script = {};
    await nextHop.deliver(envelope, message, clock.now() + 150_000);
    hop.script = { RCPT: '450 4.7.1 slow down' };
    await nextHop.deliver(envelope, message, clock.now() + 150_000);
    clock.advance(30_000);
    assert.equal(nextHop.backingOff(envelope.forwardPath), undefined);
  });
});
