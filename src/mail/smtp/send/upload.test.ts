/** The message on its way to the server: whole, or known not to be. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { envelope, message, relaying, until, wireMessage } from '#support/sending.ts';

suite('content', () => {
  const large = wireMessage(
    ...Array.from({ length: 80 }, (_, i) => `${i % 10}`.repeat(65_534) + '\r\n'),
  );

  for (const extensions of [['PIPELINING'], ['CHUNKING'], ['STARTTLS'], ['STARTTLS', 'CHUNKING']]) {
    test(`5 MB arrive octet for octet (${extensions.join(', ')})`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t, { extensions });
      assert.equal((await nextHop.deliver(envelope, large, deadline)).kind, 'accepted');
      assert.equal(hop.messages[0]?.octets.equals(Buffer.concat(large.chunks)), true);
    });

    test(`an empty message arrives (${extensions.join(', ')})`, async (t) => {
      const { hop, nextHop, deadline } = await relaying(t, { extensions });
      assert.equal((await nextHop.deliver(envelope, wireMessage(), deadline)).kind, 'accepted');
      assert.equal(hop.messages[0]?.octets.length, 0);
    });
  }

  suite('of more octets than the system takes from us', () => {
    const block = Buffer.alloc(1_000_000, 'x');
    const huge = {
      chunks: Array.from({ length: 64 }, () => block),
      octets: 64_000_000,
      eightBit: false,
    };

    /** A delivery that is stuck in the middle of the message, at a server that reads no more. */
    const stuck = async (t: TestContext) => {
      const sent = await relaying(t);
      sent.hop.stopReading();
      const delivering = sent.nextHop.deliver(envelope, huge, sent.deadline);
      await sent.hop.until(() => sent.hop.count('DATA') === 1);
      await until(() => sent.sockets[0]?.writableNeedDrain ?? false);
      return { ...sent, delivering };
    };

    test('a break in the middle is known not to be delivered', async (t) => {
      const { hop, delivering } = await stuck(t);
      hop.disconnect();
      const delivery = await delivering;
      assert.equal(delivery.kind, 'deferred');
      assert.equal('unknown' in delivery, false);
    });

    test('a refusal in the middle is the verdict', async (t) => {
      const { hop, delivering } = await stuck(t);
      hop.say('552 5.2.3 too much');
      const { kind, reply } = await delivering;
      assert.deepEqual([kind, reply.code, reply.enhanced], ['refused', 552, '5.2.3']);
    });

    test('an acceptance in the middle is none', async (t) => {
      const { hop, delivering } = await stuck(t);
      hop.say('250 2.0.0 ok');
      const delivery = await delivering;
      assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.5.0']);
      assert.equal('unknown' in delivery, false);
    });

    test('a server that takes no more is given up at the deadline, and known not to have it', async (t) => {
      const { clock, delivering } = await stuck(t);
      clock.advance(150_000);
      const delivery = await delivering;
      assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.4.2']);
      assert.equal('unknown' in delivery, false);
    });

    for (const extensions of [['CHUNKING'], ['CHUNKING', 'STARTTLS']]) {
      test(`so it is where they were all handed over at once (${extensions.join(', ')})`, async (t) => {
        const { hop, nextHop, clock, deadline } = await relaying(t, { extensions });
        hop.stopReading();
        const whole = { ...huge, chunks: [Buffer.concat(huge.chunks)] };
        const delivering = nextHop.deliver(envelope, whole, deadline);
        await hop.until(() => hop.commands.at(-1)?.startsWith('BDAT') ?? false);
        clock.advance(150_000);
        const delivery = await delivering;
        assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.4.2']);
        assert.equal('unknown' in delivery, false);
      });
    }
  });
});

suite('a message that is handed over and has not left us whole', () => {
  /** A delivery whose octets are all handed over, and wait in the socket. */
  const waiting = async (t: TestContext) => {
    const sent = await relaying(t);
    const holdBack = () => {
      sent.sockets[0]?.cork();
      return undefined;
    };
    sent.hop.script = { DATA: holdBack };
    const delivering = sent.nextHop.deliver(envelope, message, sent.deadline);
    await until(() => (sent.sockets[0]?.writableLength ?? 0) === message.octets + '.\r\n'.length);
    return { ...sent, delivering };
  };

  for (const [what, behind] of [
    ['an acceptance of it', ''],
    ['an acceptance of it with more behind', '\r\n'],
  ]) {
    test(`${what} is none`, async (t) => {
      const { hop, sockets, delivering } = await waiting(t);
      hop.say(`250 2.0.0 ok${behind}`);
      const delivery = await delivering;
      assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.5.0']);
      assert.equal('unknown' in delivery, false);
      assert.equal(sockets[0]?.destroyed, true);
    });
  }

  test('a refusal of it is the verdict, and nothing more is sent there', async (t) => {
    const { hop, sockets, delivering } = await waiting(t);
    hop.say('552 5.2.3 too much');
    const { kind, reply } = await delivering;
    assert.deepEqual([kind, reply.code, reply.enhanced], ['refused', 552, '5.2.3']);
    assert.equal(sockets[0]?.destroyed, true);
  });

  test('it is given up at the deadline, and known not to be delivered', async (t) => {
    const { clock, delivering } = await waiting(t);
    clock.advance(150_000);
    const delivery = await delivering;
    assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.4.2']);
    assert.equal('unknown' in delivery, false);
  });
});
