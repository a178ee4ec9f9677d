/** The connection pool: connections that carry several messages, and their number. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { CLOSE, type Script, SILENCE } from '#support/fake-next-hop.ts';
import {
  envelope,
  goingByMx,
  message,
  relaying,
  server,
  TWO_SERVERS,
  until,
  wireMessage,
} from '#support/sending.ts';
import { ConnectionPool } from './connection-pool.ts';

/** The mailbox's first MX host accepts everything. */
async function goingByOneMx(t: TestContext) {
  const hop = await server(t);
  return { hop, ...goingByMx(t, TWO_SERVERS, { '192.0.2.1': hop }) };
}

suite('an idle connection of the pool', () => {
  test('the server has closed it: the next message goes over a new connection, once', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    await nextHop.deliver(envelope, message, deadline);
    hop.disconnect();
    await hop.until(() => hop.connections.open === 0);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.deepEqual([hop.messages.length, hop.connections.total], [2, 2]);
  });

  test('it breaks at the first command: the message goes over a new connection, once', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    await nextHop.deliver(envelope, message, deadline);
    hop.script = { MAIL: (nth) => (nth === 1 ? CLOSE : undefined) };
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.deepEqual([hop.messages.length, hop.connections.total], [2, 2]);
  });

  for (const step of ['MAIL', 'RCPT', 'DATA'] as const) {
    test(`it returns 421 to ${step}: the message goes over a new connection, once`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t);
      await nextHop.deliver(envelope, message, deadline);
      hop.script = { [step]: (nth: number) => (nth === 1 ? { last: '421 4.4.2 bye' } : undefined) };
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
      assert.deepEqual([hop.messages.length, hop.connections.total], [2, 2]);
    });
  }

  test('the new connection is not replaced again', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    await nextHop.deliver(envelope, message, deadline);
    hop.script = { MAIL: { last: '421 4.4.2 bye' } };
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'deferred');
    assert.equal(hop.connections.total, 2);
  });

  for (const [what, dot] of [
    ['a break', CLOSE],
    ['421', { last: '421 4.3.0 bye' }],
  ] as const) {
    test(`after the final dot ${what} is never followed by a second copy`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t);
      await nextHop.deliver(envelope, message, deadline);
      hop.script = { dot };
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'deferred');
      assert.equal(hop.count('dot'), 2);
      assert.equal(hop.connections.total, 1);
    });
  }

  test('it sends QUIT after 15 s without a message', async (t) => {
    const { hop, nextHop, clock, deadline } = await relaying(t);
    await nextHop.deliver(envelope, message, deadline);
    clock.advance(14_999);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.equal(hop.connections.total, 1);
    clock.advance(15_000);
    await hop.until(() => hop.commands.at(-1) === 'QUIT');
  });

  test('it stays open when another one sends QUIT', async (t) => {
    const { hop, nextHop, clock, deadline } = await relaying(t, { script: { dot: SILENCE } });
    const two = [1, 2].map(() => nextHop.deliver(envelope, message, deadline));
    await hop.until(() => hop.count('dot') === 2);
    hop.say('250 2.0.0 ok');
    await Promise.all(two);
    hop.script = {};
    clock.advance(10_000);
    await nextHop.deliver(envelope, message, deadline);
    clock.advance(10_000);
    await hop.until(() => hop.count('QUIT') === 1);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.equal(hop.connections.total, 2);
  });

  for (const [whom, most, route] of [
    ['a relay', 1000, relaying],
    ['an MX host', 100, goingByOneMx],
  ] as const) {
    test(`it carries ${most} messages to ${whom} and then closes`, async (t) => {
      const { hop, nextHop, deadline } = await route(t);
      for (let i = 0; i < most; i++) await nextHop.deliver(envelope, message, deadline);
      assert.equal(hop.connections.total, 1);
      await hop.until(() => hop.commands.at(-1) === 'QUIT');
      await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([hop.messages.length, hop.connections.total], [most + 1, 2]);
    });
  }

  test('after a rejected recipient the next transaction begins with RSET, pipelined', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    hop.script = { RCPT: (nth) => (nth === 0 ? '550 5.1.1 no' : undefined) };
    await nextHop.deliver(envelope, message, deadline);
    assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
    assert.equal(hop.count('RSET'), 1);
    assert.equal(hop.connections.total, 1);
  });
});

test('RSET is sent after a rejected recipient even if the message in between was not sent', async (t) => {
  const { hop, nextHop, deadline } = await relaying(t, { extensions: ['PIPELINING', 'SIZE 90'] });
  hop.script = { RCPT: (nth) => (nth === 0 ? '550 5.1.1 no' : undefined) };
  await nextHop.deliver(envelope, message, deadline);
  const tooLarge = await nextHop.deliver(envelope, wireMessage('x'.repeat(100)), deadline);
  assert.equal(tooLarge.reply.code, 552);
  assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
  assert.equal(hop.connections.total, 1);
});

test('an idle connection whose session is out of sync is replaced', async (t) => {
  const { hop, nextHop, deadline } = await relaying(t);
  await nextHop.deliver(envelope, message, deadline);
  hop.script = { MAIL: (nth) => (nth === 1 ? '503 5.5.1 what now' : undefined) };
  assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
  assert.equal(hop.connections.total, 2);
});

suite('the number of connections', () => {
  test('each request to back off halves it, down to one', () => {
    for (const [requests, expected] of [5, 2, 1, 1].entries()) {
      const pool = new ConnectionPool(new FakeClock(), 100);
      for (let i = 0; i < requests; i++) pool.backOff();
      let granted = 0;
      while (pool.acquireSlot(Infinity, true) === true) granted++;
      assert.equal(granted, expected, `${requests}`);
    }
  });

  test('50 simultaneous messages start with 5 connections, and all arrive', async (t) => {
    const script: Script = { dot: (nth) => (nth < 5 ? SILENCE : undefined) };
    const { hop, nextHop, deadline } = await relaying(t, { script });
    const mails = Array.from({ length: 50 }, () => nextHop.deliver(envelope, message, deadline));
    await hop.until(() => hop.count('dot') === 5);
    assert.equal(hop.connections.total, 5);
    hop.say('250 2.0.0 ok');
    const kinds = new Set((await Promise.all(mails)).map(({ kind }) => kind));
    assert.deepEqual([...kinds], ['accepted']);
    assert.equal(hop.count('dot'), 50);
    assert.ok(hop.connections.peak <= 20);
  });

  test('deliveries without a request to back off raise the limit to 20 connections', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    const mails = Array.from({ length: 1000 }, () => nextHop.deliver(envelope, message, deadline));
    await Promise.all(mails);
    assert.equal(hop.messages.length, 1000);
    hop.script = { dot: SILENCE };
    const slow = Array.from({ length: 50 }, () => nextHop.deliver(envelope, message, deadline));
    await hop.until(() => hop.count('dot') === 1020);
    assert.equal(hop.connections.open, 20);
    hop.disconnect();
    hop.script = {};
    await Promise.all(slow);
  });

  test('a connection on which QUIT was sent counts until it is closed', async (t) => {
    const { hop, nextHop, deadline } = await goingByOneMx(t);
    const sent = (mails: number) =>
      Array.from({ length: mails }, () => nextHop.deliver(envelope, message, deadline));
    // They raise the limit to 15 connections, and use one of them.
    for (let i = 0; i < 99; i++) await Promise.all(sent(1));
    hop.script = { dot: SILENCE };
    const hundredth = sent(15);
    await hop.until(() => hop.count('dot') === 99 + 15);
    hop.say('250 2.0.0 ok');
    await Promise.all(hundredth);
    const next = sent(16);
    await hop.until(() => hop.count('dot') === 99 + 15 + 16);
    const { peak } = hop.connections;
    hop.disconnect();
    await Promise.all(next);
    assert.equal(hop.count('QUIT'), 1);
    assert.equal(peak, 16);
  });

  test('a server that accepts 3 connections gets all messages over 3', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t);
    hop.script = {
      greeting: () => (hop.connections.open > 3 ? { last: '421 4.7.0 too many' } : undefined),
    };
    const mails = Array.from({ length: 50 }, () => nextHop.deliver(envelope, message, deadline));
    const kinds = new Set((await Promise.all(mails)).map(({ kind }) => kind));
    assert.deepEqual([...kinds], ['accepted']);
    assert.equal(hop.messages.length, 50);
  });

  test('a message without a slot in the pool by its deadline gets 451', async (t) => {
    const { hop, nextHop, clock, deadline } = await relaying(t, { script: { dot: SILENCE } });
    const busy = Array.from({ length: 5 }, () => nextHop.deliver(envelope, message, deadline));
    await hop.until(() => hop.count('dot') === 5);
    const waiting = [1000, 2000].map((ms) => nextHop.deliver(envelope, message, clock.now() + ms));
    await until(() => clock.isDueIn(1000));
    for (const delivering of waiting) {
      clock.advance(1000);
      const { kind, reply } = await delivering;
      assert.deepEqual([kind, reply.code, reply.enhanced], ['deferred', 451, '4.4.5']);
    }
    hop.say('250 2.0.0 ok');
    assert.ok((await Promise.all(busy)).every((delivery) => delivery.kind === 'accepted'));
  });
});

suite('graceful shutdown', () => {
  test('close finishes the message in flight, does not accept a new one, and sends QUIT on idle connections', async (t) => {
    const { hop, nextHop, deadline } = await relaying(t, { script: { dot: SILENCE } });
    const delivering = nextHop.deliver(envelope, message, deadline);
    await hop.until(() => hop.count('dot') === 1);
    const closing = nextHop.close();
    const late = await nextHop.deliver(envelope, message, deadline);
    assert.deepEqual([late.kind, late.reply.code], ['deferred', 451]);
    hop.say('250 2.0.0 ok');
    assert.equal((await delivering).kind, 'accepted');
    await closing;
    await hop.until(() => hop.connections.open === 0);
    assert.equal(hop.commands.at(-1), 'QUIT');
  });
});
