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
  verdictOf,
  wireMessage,
} from '#support/sending.ts';
import { ConnectionPool } from './connection-pool.ts';

/** The verdicts on simultaneous messages, each once. */
const sentAtOnce = async (send: () => Promise<string>, count: number) => [
  ...new Set(await Promise.all(Array.from({ length: count }, send))),
];

/** The mailbox's first MX host accepts everything. */
async function goingByOneMx(t: TestContext) {
  const hop = await server(t);
  return { hop, ...goingByMx(t, TWO_SERVERS, { '192.0.2.1': hop }) };
}

suite('an idle connection of the pool', () => {
  test('the server has closed it: the next message goes over a new connection, once', async (t) => {
    const { hop, send } = await relaying(t);
    await send();
    hop.disconnect();
    await hop.until(() => hop.connections.open === 0);
    assert.equal(await send(), 'accepted');
    assert.deepEqual([hop.messages.length, hop.connections.total], [2, 2]);
  });

  for (const [what, step, act] of [
    ['breaks at the first command', 'MAIL', CLOSE],
    ['returns 421 to MAIL', 'MAIL', { last: '421 4.4.2 bye' }],
    ['returns 421 to RCPT', 'RCPT', { last: '421 4.4.2 bye' }],
    ['returns 421 to DATA', 'DATA', { last: '421 4.4.2 bye' }],
    ['is out of sync', 'MAIL', '503 5.5.1 what now'],
  ] as const) {
    test(`it ${what}: the message goes over a new connection, once`, async (t) => {
      const { hop, send } = await relaying(t);
      await send();
      hop.script = { [step]: (nth: number) => (nth === 1 ? act : undefined) };
      assert.equal(await send(), 'accepted');
      assert.deepEqual([hop.messages.length, hop.connections.total], [2, 2]);
    });
  }

  test('the new connection is not replaced again', async (t) => {
    const { hop, send } = await relaying(t);
    await send();
    hop.script = { MAIL: { last: '421 4.4.2 bye' } };
    assert.equal(await send(), 'deferred 451 4.4.2');
    assert.equal(hop.connections.total, 2);
  });

  for (const [what, dot] of [
    ['a break', CLOSE],
    ['421', { last: '421 4.3.0 bye' }],
  ] as const) {
    test(`after the final dot ${what} is never followed by a second copy`, async (t) => {
      const { hop, send } = await relaying(t);
      await send();
      hop.script = { dot };
      assert.match(await send(), /^deferred /);
      assert.deepEqual([hop.count('dot'), hop.connections.total], [2, 1]);
    });
  }

  test('it sends QUIT after 15 s without a message', async (t) => {
    const { hop, send, clock } = await relaying(t);
    await send();
    clock.advance(14_999);
    assert.equal(await send(), 'accepted');
    assert.equal(hop.connections.total, 1);
    clock.advance(15_000);
    await hop.until(() => hop.commands.at(-1) === 'QUIT');
  });

  test('it stays open when another one sends QUIT', async (t) => {
    const { hop, send, clock } = await relaying(t, { script: { dot: SILENCE } });
    const two = [send(), send()];
    await hop.until(() => hop.count('dot') === 2);
    hop.say('250 2.0.0 ok');
    await Promise.all(two);
    hop.script = {};
    clock.advance(10_000);
    await send();
    clock.advance(10_000);
    await hop.until(() => hop.count('QUIT') === 1);
    assert.equal(await send(), 'accepted');
    assert.equal(hop.connections.total, 2);
  });

  for (const [whom, most, route] of [
    ['a relay', 1000, relaying],
    ['an MX host', 100, goingByOneMx],
  ] as const) {
    test(`it carries ${most} messages to ${whom} and then closes`, async (t) => {
      const { hop, send } = await route(t);
      for (let i = 0; i < most; i++) await send();
      assert.equal(hop.connections.total, 1);
      await hop.until(() => hop.commands.at(-1) === 'QUIT');
      await send();
      assert.deepEqual([hop.messages.length, hop.connections.total], [most + 1, 2]);
    });
  }

  test('after a rejected recipient the next transaction begins with RSET, even after a message that was not sent', async (t) => {
    const { hop, send } = await relaying(t, { extensions: ['PIPELINING', 'SIZE 90'] });
    hop.script = { RCPT: (nth) => (nth === 0 ? '550 5.1.1 no' : undefined) };
    await send();
    assert.equal(await send(wireMessage('x'.repeat(100))), 'refused 552 5.3.4');
    assert.equal(await send(), 'accepted');
    assert.deepEqual([hop.count('RSET'), hop.connections.total], [1, 1]);
  });
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
    const { hop, send } = await relaying(t, { script });
    const verdicts = sentAtOnce(send, 50);
    await hop.until(() => hop.count('dot') === 5);
    assert.equal(hop.connections.total, 5);
    hop.say('250 2.0.0 ok');
    assert.deepEqual(await verdicts, ['accepted']);
    assert.equal(hop.count('dot'), 50);
    assert.ok(hop.connections.peak <= 20);
  });

  test('deliveries without a request to back off raise the limit to 20 connections', async (t) => {
    const { hop, send } = await relaying(t);
    // The limit rises from 5 by one after as many deliveries as it allows connections: 180 raise it to 20.
    await sentAtOnce(send, 250);
    hop.script = { dot: SILENCE };
    const slow = sentAtOnce(send, 50);
    await hop.until(() => hop.count('dot') === 270);
    assert.equal(hop.connections.open, 20);
    hop.disconnect();
    hop.script = {};
    await slow;
  });

  test('a connection on which QUIT was sent counts until it is closed', async (t) => {
    const { hop, send } = await goingByOneMx(t);
    // They raise the limit to 15 connections, and use one of them.
    for (let i = 0; i < 99; i++) await send();
    hop.script = { dot: SILENCE };
    const hundredth = sentAtOnce(send, 15);
    await hop.until(() => hop.count('dot') === 99 + 15);
    hop.say('250 2.0.0 ok');
    await hundredth;
    const next = sentAtOnce(send, 16);
    await hop.until(() => hop.count('dot') === 99 + 15 + 16);
    const { peak } = hop.connections;
    hop.disconnect();
    await next;
    assert.equal(hop.count('QUIT'), 1);
    assert.equal(peak, 16);
  });

  test('a server that accepts 3 connections gets all messages over 3', async (t) => {
    const { hop, send } = await relaying(t);
    hop.script = {
      greeting: () => (hop.connections.open > 3 ? { last: '421 4.7.0 too many' } : undefined),
    };
    assert.deepEqual(await sentAtOnce(send, 50), ['accepted']);
    assert.equal(hop.messages.length, 50);
  });

  test('a message without a slot in the pool by its deadline gets 451', async (t) => {
    const { hop, nextHop, clock, send } = await relaying(t, { script: { dot: SILENCE } });
    const busy = sentAtOnce(send, 5);
    await hop.until(() => hop.count('dot') === 5);
    const waiting = [1000, 2000].map((ms) => nextHop.deliver(envelope, message, clock.now() + ms));
    await until(() => clock.isDueIn(1000));
    for (const delivering of waiting) {
      clock.advance(1000);
      assert.equal(verdictOf(await delivering), 'deferred 451 4.4.5');
    }
    hop.say('250 2.0.0 ok');
    assert.deepEqual(await busy, ['accepted']);
  });
});

test('close finishes the message in flight, does not accept a new one, and sends QUIT on idle connections', async (t) => {
  const { hop, nextHop, send } = await relaying(t, { script: { dot: SILENCE } });
  const verdict = send();
  await hop.until(() => hop.count('dot') === 1);
  const closing = nextHop.close();
  assert.equal(await send(), 'deferred 451 4.3.2');
  hop.say('250 2.0.0 ok');
  assert.equal(await verdict, 'accepted');
  await closing;
  await hop.until(() => hop.connections.open === 0);
  assert.equal(hop.commands.at(-1), 'QUIT');
});
