/** A server that asks us to slow down: the back-off, and what it costs its other mailboxes. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import { envelope, message, relaying } from '#support/sending.ts';

suite('back-off', () => {
  test('after a request to back off the domain gets 451 4.7.1 for 30 s, without a connection', async (t) => {
    const { hop, nextHop, clock, send } = await relaying(t);
    hop.script = { DATA: '451 4.7.1 slow down' };
    await send();
    const lines = hop.commands.length;
    const { code, enhanced } = nextHop.backingOff('other@MAILBOX.test') ?? {};
    assert.deepEqual([code, enhanced], [451, '4.7.1']);
    assert.equal(await send(), 'deferred 451 4.7.1');
    assert.equal(hop.commands.length, lines);
    assert.equal(nextHop.backingOff('someone@elsewhere.test'), undefined);
    clock.advance(30_000);
    assert.equal(nextHop.backingOff('other@mailbox.test'), undefined);
    hop.script = {};
    assert.equal(await send(), 'accepted');
  });

  test('greylisting of ten mailboxes does not reduce the connections to their server', async (t) => {
    const { hop, send } = await relaying(t, { script: { RCPT: '450 4.7.1 later' } });
    const sendTo = (i: number) => send(message, { forwardPath: `real${i}@mailbox.test` });
    await Promise.all(Array.from({ length: 10 }, (_, i) => sendTo(i)));
    hop.script = { dot: SILENCE };
    const others = [11, 12, 13, 14, 15].map(sendTo);
    await hop.until(() => hop.count('dot') === 5);
    hop.say('250 2.0.0 ok');
    assert.deepEqual(new Set(await Promise.all(others)), new Set(['accepted']));
  });

  test('a relay that answers 421 to MAIL gets no messages for any domain', async (t) => {
    const { nextHop, send } = await relaying(t, { script: { MAIL: '421 4.7.0 slow down' } });
    await send();
    assert.equal(nextHop.backingOff('someone@elsewhere.test')?.code, 451);
  });

  test('messages waiting for a slot in the pool do not connect during the back-off', async (t) => {
    const { hop, send, clock } = await relaying(t, { script: { MAIL: '421 4.7.0 slow down' } });
    const atOnce = async () => new Set(await Promise.all(Array.from({ length: 50 }, () => send())));
    assert.deepEqual(await atOnce(), new Set(['deferred 451 4.7.0', 'deferred 451 4.7.1']));
    assert.equal(hop.connections.total, 5);
    clock.advance(30_000);
    // Five requests to back off have lowered the limit to one connection.
    await atOnce();
    assert.equal(hop.connections.total, 6);
  });

  test('each further request doubles the back-off, up to 5 minutes; a delivery resets it', async (t) => {
    const slow = { RCPT: '450 4.7.1 slow down' };
    const { hop, nextHop, clock, send } = await relaying(t, { script: slow });
    const pauses: number[] = [];
    for (let i = 0; i < 6; i++) {
      await send();
      const start = clock.now();
      while (nextHop.backingOff(envelope.forwardPath)) clock.advance(1000);
      pauses.push((clock.now() - start) / 1000);
    }
    assert.deepEqual(pauses, [30, 60, 120, 240, 300, 300]);
    hop.script = {};
    await send();
    hop.script = slow;
    await send();
    clock.advance(30_000);
    assert.equal(nextHop.backingOff(envelope.forwardPath), undefined);
  });
});
