/** The upload of a message: complete, or known to be incomplete. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { FakeClock } from '#support/fake-clock.ts';
import type { FakeNextHop } from '#support/fake-next-hop.ts';
import { envelope, message, relaying, until, verdictOf, wireMessage } from '#support/sending.ts';

/** A delivery with this many octets written, which are still in the socket. */
async function waiting(t: TestContext, wire = message, octets = message.octets + '.\r\n'.length) {
  const sent = await relaying(t);
  const holdBack = () => {
    sent.sockets[0]?.cork();
    return undefined;
  };
  sent.hop.script = { DATA: holdBack };
  const delivering = sent.nextHop.deliver(envelope, wire, sent.deadline);
  await until(() => sent.sockets[0]?.writableLength === octets);
  return { ...sent, delivering };
}

const block = Buffer.alloc(1_000_000, 'x');
const huge = {
  chunks: Array.from({ length: 64 }, () => block),
  octets: 64_000_000,
  eightBit: false,
};

suite('content', () => {
  const large = wireMessage(
    ...Array.from({ length: 80 }, (_, i) => `${i % 10}`.repeat(65_534) + '\r\n'),
  );

  for (const extensions of [['PIPELINING'], ['STARTTLS']]) {
    test(`5 MB and an empty message arrive octet for octet (${extensions.join(', ')})`, async (t) => {
      const { hop, send } = await relaying(t, { extensions });
      for (const [i, wire] of [large, wireMessage()].entries()) {
        assert.equal(await send(wire), 'accepted');
        assert.equal(hop.messages[i]?.octets.equals(Buffer.concat(wire.chunks)), true);
      }
    });
  }

  suite('backpressure: a message larger than the buffers of the system', () => {
    /** A delivery that is stuck in the middle of the message, at a server that has stopped reading. */
    const stuck = async (t: TestContext) => {
      const sent = await relaying(t);
      sent.hop.deaf = true;
      const delivering = sent.nextHop.deliver(envelope, huge, sent.deadline);
      await sent.hop.until(() => sent.hop.count('DATA') === 1);
      await until(() => sent.sockets[0]?.writableNeedDrain ?? false);
      return { ...sent, delivering };
    };

    for (const [what, then, verdict] of [
      ['a break defers the message', (hop) => hop.disconnect(), 'deferred 451 4.4.2'],
      ['a rejection is the verdict', (hop) => hop.say('552 5.2.3 too much'), 'refused 552 5.2.3'],
      ['a 250 is no acceptance', (hop) => hop.say('250 2.0.0 ok'), 'deferred 451 4.5.0'],
      [
        'silence lasts until the deadline',
        (_, clock) => clock.advance(150_000),
        'deferred 451 4.4.2',
      ],
    ] as [string, (hop: FakeNextHop, clock: FakeClock) => void, string][]) {
      test(`in the middle of the message ${what}, with a known outcome`, async (t) => {
        const { hop, clock, delivering } = await stuck(t);
        then(hop, clock);
        assert.equal(verdictOf(await delivering), verdict);
      });
    }

    test('a rejection counts at once, even while no octet leaves', async (t) => {
      const { hop, delivering } = await waiting(t, huge, 262_144);
      hop.say('552 5.2.3 too much');
      assert.equal((await delivering).reply.code, 552);
    });

    test('a rejection of several lines is read to its end', async (t) => {
      const { hop, sockets, delivering } = await stuck(t);
      const before = sockets[0]?.bytesRead;
      hop.say('552-5.2.3 too');
      await until(() => sockets[0]?.bytesRead !== before);
      hop.say('552 5.2.3 much');
      assert.equal(verdictOf(await delivering), 'refused 552 5.2.3');
    });

    for (const [what, verdict, ends] of [
      ['its end is read', 'deferred 451 4.5.0', true],
      ['its end is awaited until the deadline', 'deferred 451 4.4.2', false],
    ] as const) {
      test(`once a reply has begun no more octets are sent, and ${what}`, async (t) => {
        const sent = await waiting(t, huge, 262_144);
        const [socket] = sent.sockets;
        assert.ok(socket);
        const { bytesRead, bytesWritten } = socket;
        sent.hop.say('250-2.0.0 o');
        await until(() => socket.bytesRead > bytesRead);
        socket.uncork();
        await once(socket, 'drain');
        await turn();
        assert.equal(socket.bytesWritten, bytesWritten);
        if (ends) sent.hop.say('250 2.0.0 k');
        else sent.clock.advance(150_000);
        assert.equal(verdictOf(await sent.delivering), verdict);
      });
    }
  });
});

suite('a server that reads slowly', () => {
  const octets = 40_000_000;
  /** In one chunk: it is still sent in pieces. */
  const whole = wireMessage(`${'x'.repeat(octets)}\r\n`);

  /** A delivery to a server that does not read; `step` lets it read more after this many milliseconds. */
  const slow = async (t: TestContext, extensions: string[]) => {
    const sent = await relaying(t, { extensions });
    const { hop, sockets, clock, nextHop, deadline } = sent;
    const left = () => sockets[0]?.bytesWritten ?? 0;
    hop.deaf = true;
    const state = { ended: false };
    const delivering = nextHop.deliver(envelope, whole, deadline).finally(() => {
      state.ended = true;
    });
    await hop.until(() => hop.count('DATA') === 1);
    await until(() => left() > 100_000);
    const step = async (ms: number) => {
      clock.advance(ms);
      const before = left();
      hop.readSome(6_000_000);
      await until(() => left() > before || before > octets || state.ended);
    };
    return { ...sent, delivering, state, step };
  };

  for (const extensions of [['PIPELINING'], ['STARTTLS']]) {
    test(`gets the message as long as it reads (${extensions.join(', ')})`, async (t) => {
      const { hop, delivering, step } = await slow(t, extensions);
      for (let i = 0; i < 4; i++) await step(100_000);
      hop.readSome(Infinity);
      assert.equal((await delivering).kind, 'accepted');
      assert.equal(hop.messages[0]?.octets.length, whole.octets);
    });

    test(`is abandoned after 150 s without an octet read (${extensions.join(', ')})`, async (t) => {
      const { clock, delivering, step } = await slow(t, extensions);
      await step(140_000);
      clock.advance(150_000);
      assert.equal(verdictOf(await delivering), 'deferred 451 4.4.2');
    });

    test(`is abandoned after 7 minutes in all, with a known outcome (${extensions.join(', ')})`, async (t) => {
      const { clock, delivering, state, step } = await slow(t, extensions);
      for (let i = 0; i < 4; i++) await step(100_000);
      clock.advance(19_999);
      await turn();
      assert.equal(state.ended, false);
      clock.advance(1);
      assert.equal(verdictOf(await delivering), 'deferred 451 4.4.2');
    });
  }

  test('is not tried again after an idle connection if the time is up', async (t) => {
    const { hop, sockets, nextHop, clock, deadline } = await relaying(t);
    await nextHop.deliver(envelope, message, deadline);
    hop.deaf = true;
    const delivering = nextHop.deliver(envelope, whole, deadline);
    await until(() => (sockets[0]?.bytesWritten ?? 0) > 100_000);
    clock.advance(150_000);
    await until(() => sockets[0]?.destroyed ?? false);
    // A second attempt would not have time, and would report an unreachable server.
    clock.advance(0);
    assert.equal((await delivering).reply.enhanced, '4.4.2');
    assert.equal(hop.connections.total, 1);
  });
});

suite('a message with octets still in the socket', () => {
  for (const [what, said, verdict] of [
    ['a 250 to it does not count as acceptance', '250 2.0.0 ok', 'deferred 451 4.5.0'],
    ['nor does a 250 with further octets', '250 2.0.0 ok\r\n', 'deferred 451 4.5.0'],
    ['a rejection of it is the verdict', '552 5.2.3 too much', 'refused 552 5.2.3'],
  ] as const) {
    test(`${what}, and no more octets are sent there`, async (t) => {
      const { hop, sockets, delivering } = await waiting(t);
      hop.say(said);
      assert.equal(verdictOf(await delivering), verdict);
      assert.equal(sockets[0]?.destroyed, true);
    });
  }

  test('it is abandoned at the deadline, with a known outcome', async (t) => {
    const { clock, delivering } = await waiting(t);
    clock.advance(150_000);
    assert.equal(verdictOf(await delivering), 'deferred 451 4.4.2');
  });
});
