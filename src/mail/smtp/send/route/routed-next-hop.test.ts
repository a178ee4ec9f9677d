import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FakeClock } from '#support/fake-clock.ts';
import { CLOSE, type Script, SILENCE } from '#support/fake-next-hop.ts';
import {
  dotless,
  envelope,
  message,
  relaying,
  sending,
  until,
  wireMessage,
} from '#support/sending.ts';
import { RETRY_MS } from './create-next-hop.ts';
import { RetryHold } from './retry-hold.ts';

const TARGET = { kind: 'relay', host: 'relay.test', port: 25, tls: 'opportunistic' } as const;

test('a message reaches the relay octet for octet, and the 250 of the relay is the verdict', async (t) => {
  const { hop, nextHop, deadline } = await relaying(t);
  const delivery = await nextHop.deliver(envelope, message, deadline);
  assert.deepEqual(delivery, {
    kind: 'accepted',
    reply: { code: 250, enhanced: '2.0.0' },
    peer: { host: 'localhost', tls: null },
  });
  const [taken] = hop.messages;
  assert.equal(taken?.octets.toString(), 'Subject: hello\r\n\r\nHello.\r\n.dotted\r\n');
  assert.deepEqual(taken?.recipients, ['<real@mailbox.test>']);
  assert.equal(taken?.mail, `MAIL FROM:<sender@origin.test> SIZE=${message.octets}`);
});

test('one connection carries message after message, without RSET', async (t) => {
  const { hop, send } = await relaying(t);
  for (let i = 0; i < 3; i++) await send();
  assert.deepEqual([hop.messages.length, hop.connections.total, hop.count('RSET')], [3, 1, 0]);
});

for (const [what, error, detail] of [
  [
    'none of its addresses answers',
    new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]),
    'Error: ::1 refused, Error: 127.0.0.1 refused',
  ],
  ['the system does not give a text', new Error(''), 'unreachable'],
] as const) {
  test(`the log names the reason for an unreachable relay, even if ${what}`, async () => {
    const { send, log } = sending({ target: TARGET, connect: () => new Socket().destroy(error) });
    assert.equal(await send(), 'deferred 451 4.4.1');
    const fields = JSON.stringify({ host: 'relay.test', detail });
    assert.deepEqual(log.lines, [`warn next hop: unreachable ${fields}`]);
  });
}

test('an error in our own code is 451 with an unknown outcome, and is logged', async () => {
  const { nextHop, log, send } = sending({
    target: TARGET,
    connect: () => {
      throw new TypeError('a fault');
    },
  });
  assert.equal(await send(), 'deferred 451 4.3.0 unknown');
  assert.deepEqual(nextHop.connections, { busy: 0, idle: 0, waiting: 0 }, 'its slot is free');
  assert.equal(log.lines.length, 1);
  assert.match(log.lines[0] ?? '', /^warn next hop: internal error/);
  await nextHop.close();
});

test('an error in our own code in the middle of a message does not leave a connection open', async (t) => {
  const { hop, nextHop, log, send } = await relaying(t);
  const broken = {
    ...dotless,
    get chunks(): Buffer[] {
      throw new TypeError('a fault');
    },
  };
  assert.equal(await send(broken), 'deferred 451 4.3.0 unknown');
  await hop.until(() => hop.connections.total === 1 && hop.connections.open === 0);
  assert.deepEqual(nextHop.connections, { busy: 0, idle: 0, waiting: 0 });
  assert.deepEqual([hop.messages.length, log.lines.length], [0, 1]);
  assert.equal(await send(), 'accepted');
});

const RETRYING = { retryMs: RETRY_MS };

suite('one retry in the same session', () => {
  for (const [what, script, verdict] of [
    ['that greylists', { RCPT: (nth) => (nth === 0 ? '451 4.7.1 later' : undefined) }, 'accepted'],
    ['that was down briefly', { greeting: (nth) => (nth === 0 ? CLOSE : undefined) }, 'accepted'],
    ['that defers again', { RCPT: '450 4.2.0 greylisted' }, 'deferred 450 4.2.0'],
  ] as [string, Script, string][]) {
    test(`a server ${what} is tried again after 30 s, once: ${verdict}`, async (t) => {
      const { hop, send, clock } = await relaying(t, { script }, RETRYING);
      const result = send();
      await until(() => clock.isDueIn(30_000));
      clock.advance(30_000);
      assert.equal(await result, verdict);
      assert.equal(hop.connections.total, 2);
    });
  }

  test('there is no retry during the back-off', async (t) => {
    const script: Script = { RCPT: (nth) => (nth === 1 ? SILENCE : '451 4.7.1 later') };
    const hopOptions = { extensions: [], script };
    const { hop, nextHop, clock, send } = await relaying(t, hopOptions, RETRYING);
    const mails = [send(), send()];
    await hop.until(() => hop.count('RCPT') === 2);
    await until(() => clock.isDueIn(30_000));
    clock.advance(5000);
    hop.say('451 4.7.1 later');
    await until(() => clock.isDueIn(30_000));
    clock.advance(25_000);
    // The retry of the first message lengthens the back-off, and the retry of the second falls into it.
    await Promise.race(mails);
    await until(() => nextHop.connections.busy === 0);
    clock.advance(5000);
    const verdict = 'deferred 451 4.7.1';
    assert.deepEqual(await Promise.all(mails), [verdict, verdict]);
    assert.equal(hop.count('RCPT'), 3);
  });

  test('a timer that fires too early does not make the retry fall into the back-off', async (t) => {
    const clock = new FakeClock();
    const early = {
      now: clock.now,
      date: clock.date,
      after: (ms: number, run: () => void) => clock.after(Math.max(1, ms - 5), run),
    };
    const script: Script = { RCPT: (nth) => (nth === 0 ? '451 4.7.1 later' : undefined) };
    const { hop, nextHop } = await relaying(t, { script }, { ...RETRYING, clock: early });
    const delivering = nextHop.deliver(envelope, message, clock.now() + 150_000);
    await until(() => clock.isDueIn(29_995));
    clock.advance(29_995);
    await setImmediate();
    clock.advance(5);
    assert.equal((await delivering).kind, 'accepted');
    assert.equal(hop.count('RCPT'), 2);
  });

  for (const [why, script, leftMs] of [
    ['after 5yz', { RCPT: '550 5.1.1 no' }, 150_000],
    ['after the final dot', { dot: CLOSE }, 150_000],
    ['if too little time remains before the deadline', { RCPT: '451 4.3.0 no' }, 39_999],
  ] as [string, Script, number][]) {
    test(`${why} there is no retry`, async (t) => {
      const { hop, nextHop, clock } = await relaying(t, { script }, RETRYING);
      await nextHop.deliver(envelope, message, clock.now() + leftMs);
      assert.equal(hop.count('RCPT'), 1);
    });
  }

  test('at most 16 MB of messages are held', async (t) => {
    const script = { MAIL: '451 4.3.0' };
    const { nextHop, clock, send } = await relaying(t, { script }, RETRYING);
    const large = wireMessage('x'.repeat(9_000_000));
    const first = send(large);
    await until(() => clock.isDueIn(30_000));
    assert.match(await send(large), /^deferred /);
    await nextHop.close();
    assert.match(await first, /^deferred /);
  });
});

suite('the number of held messages', () => {
  test('100 at once: the next one is not held', async () => {
    const clock = new FakeClock();
    const hold = new RetryHold(clock, 30_000);
    const held = Array.from({ length: 100 }, () => hold.wait(1, Infinity));
    assert.equal(await hold.wait(1, Infinity), false);
    clock.advance(30_000);
    assert.ok((await Promise.all(held)).every((retry) => retry));
  });

  test('any number in sequence: a finished hold frees its place and its octets', async () => {
    const clock = new FakeClock();
    const hold = new RetryHold(clock, 30_000);
    for (let i = 0; i <= 100; i++) {
      const held = hold.wait(16_777_216, Infinity);
      clock.advance(30_000);
      assert.equal(await held, true, `message ${i}`);
    }
  });
});
