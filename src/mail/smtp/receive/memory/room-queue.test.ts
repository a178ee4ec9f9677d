import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { receiving } from '#support/receiving.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { reply } from '../../reply.ts';
import { Budget } from './budget.ts';
import { RoomQueue } from './room-queue.ts';

const MOST_MS = 30_000;
/** The memory that a message with SIZE=1000000 takes. */
const ROOM = 1_048_576;
const OK = reply(250, '2.0.0', 'OK');
const turn = () => new Promise(setImmediate);

/** A receiver with this much memory, whose policy delays its verdicts. */
async function short(t: TestContext, octets: number) {
  const clock = new FakeClock();
  const inFlight = { octets, blockShare: 1 };
  const clients: SmtpClient[] = [];
  const verdicts: ((given: typeof OK) => void)[] = [];
  t.after(() => {
    for (const client of clients) client.destroy();
    for (const verdict of verdicts) verdict(OK);
  });
  const { port, policy, receiver } = await receiving(t, { clock, inFlight });
  policy.onMessage = () => {
    const { promise, resolve } = Promise.withResolvers<typeof OK>();
    verdicts.push(resolve);
    return promise;
  };
  return {
    clock,
    receiver,
    policy,
    client: async () => {
      const client = await SmtpClient.greeted(port);
      clients.push(client);
      return client;
    },
    /** Sends a command that waits for memory, after others. */
    waitsAfter: async (client: SmtpClient, others: readonly string[], command: string) => {
      await client.sayAll(...others);
      client.send(`${command}\r\n`);
      while (!clock.isDueIn(MOST_MS)) await turn();
    },
    /** Sends a message of this size after DATA, which is accepted. */
    sendsWhole: async (client: SmtpClient, size: number) => {
      client.send(ofOctets(size));
      while (verdicts.length === 0) await turn();
      verdicts.shift()?.(OK);
      assert.match(await client.reply(), /^250 /);
    },
  };
}

const ENVELOPE = ['MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>'];

const begin = (client: SmtpClient, size = 0) =>
  client.sayAll(
    `MAIL FROM:<a@b.test>${size > 0 ? ` SIZE=${size}` : ''}`,
    'RCPT TO:<c@d.test>',
    'DATA',
  );

/** A queue for this much memory that has seen one message of a size. */
function queueOf(octets: number, learned?: number) {
  const [budget, clock, outcomes] = [new Budget(octets, 1), new FakeClock(), new Array<string>()];
  const queue = new RoomQueue(budget, clock, MOST_MS);
  if (learned !== undefined) queue.learn(learned);
  return { budget, clock, queue, outcomes, note: (outcome: string) => outcomes.push(outcome) };
}

const ofOctets = (octets: number) =>
  `A: b\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(octets / 1000)}.\r\n`;

test('DATA, and MAIL with a size, wait while there is no room for it, and a smaller message after them does not', async (t) => {
  const { client, waitsAfter, sendsWhole } = await short(t, ROOM);
  const [first, large, small] = [await client(), await client(), await client()];
  assert.match(await begin(first, 1_000_000), /^354 /);
  await waitsAfter(large, ENVELOPE, 'DATA');
  await sendsWhole(first, 1000);
  assert.match(await large.reply(), /^354 /);
  await sendsWhole(large, 1000);
  assert.match(await begin(first, 700_000), /^354 /);
  await waitsAfter(large, [], 'MAIL FROM:<a@b.test> SIZE=900000');
  assert.match(await begin(small, 100_000), /^354 /);
  for (const sender of [first, small]) await sendsWhole(sender, 1000);
  assert.match(await large.reply(), /^250 /);
});

test('after 30 s a sender gets a temporary rejection, or may try if its size is unknown', async (t) => {
  const { client, clock, waitsAfter, sendsWhole } = await short(t, ROOM);
  const [first, declared, unknown] = [await client(), await client(), await client()];
  await begin(unknown);
  await sendsWhole(unknown, 500_000);
  assert.match(await begin(first, 700_000), /^354 /);
  await waitsAfter(declared, [], 'MAIL FROM:<a@b.test> SIZE=500000');
  clock.advance(1);
  await waitsAfter(unknown, ENVELOPE, 'DATA');
  clock.advance(MOST_MS - 1);
  assert.match(await declared.reply(), /^452 4\.3\.1 /);
  clock.advance(1);
  assert.match(await unknown.reply(), /^354 /);
  await sendsWhole(unknown, 1000);
});

test('only as many messages of unknown size begin as would fit if each were as large as the last one, before any octet has arrived', async (t) => {
  const { client, sendsWhole, waitsAfter } = await short(t, 2_400_000);
  const [first, second, third] = [await client(), await client(), await client()];
  assert.match(await begin(first), /^354 /);
  await sendsWhole(first, 1_000_000);
  for (const sender of [first, second]) assert.match(await begin(sender), /^354 /);
  await waitsAfter(third, ENVELOPE, 'DATA');
  await sendsWhole(second, 1_000_000);
  assert.match(await third.reply(), /^354 /);
  await waitsAfter(second, ENVELOPE, 'DATA');
  // The message turns out to be small: the rest of its presumed size is freed at its end, before its verdict.
  first.send('A: b\r\n\r\nx\r\n.\r\n');
  assert.match(await second.reply(), /^354 /);
});

test('sixteen senders that stop after DATA delay the next one by less than a second, also right after a start', async (t) => {
  const { client, clock, waitsAfter } = await short(t, 16 * ROOM);
  for (let i = 0; i < 16; i++) assert.match(await begin(await client()), /^354 /);
  const next = await client();
  await waitsAfter(next, ENVELOPE, 'DATA');
  for (let ms = 0; ms < 900; ms += 100) {
    clock.advance(100);
    await turn();
  }
  assert.match(await next.reply(), /^354 /);
});

test('a message counted as silent gets its memory again once octets arrive, and a blocked server reads those first', async (t) => {
  const { budget, clock, queue, outcomes, note } = queueOf(1_000_000, 600_000);
  t.after(() => queue.close());
  const [late, silent] = [queue.presume('a', 0), queue.presume('b', 0)];
  queue.enter({ block: 'c', declared: undefined }, note);
  clock.advance(2000);
  queue.begun(late);
  await turn();
  assert.ok(!budget.fitsBesideExpected('c', 400_001), 'the one that has brought octets counts');
  assert.ok(budget.fitsBesideExpected('c', 400_000), 'the silent one is not');
  queue.begun(silent);
  assert.ok(!budget.fitsBesideExpected('c', 1), 'both are');
  queue.over(late);
  queue.over(silent);
  assert.deepEqual(outcomes, ['room']);
});

test('if many wait without a size, only as many are admitted at once as have room', () => {
  const { budget, queue } = queueOf(1_600_000, 400_000);
  budget.take('a', 1_600_000);
  let admitted = 0;
  for (let i = 0; i < 10; i++) {
    queue.enter({ block: 'b', declared: undefined }, () => {
      admitted++;
      queue.presume('b', 0);
    });
  }
  budget.give('a', 1_600_000);
  assert.equal(admitted, 4);
});

test('a client that leaves while it waits does not take memory', async (t) => {
  const { client, clock, policy, receiver, waitsAfter } = await short(t, ROOM);
  const [first, second] = [await client(), await client()];
  assert.match(await begin(first, 1_000_000), /^354 /);
  await waitsAfter(second, ENVELOPE, 'DATA');
  second.reset();
  await policy.untilClosed(1);
  assert.ok(!clock.isDueIn(MOST_MS));
  first.destroy();
  await policy.untilClosed(2);
  assert.equal(receiver.inFlightOctets, 0);
});

test('without room BDAT is rejected immediately, because its octets follow; a shutdown ends the wait of MAIL with 421', async (t) => {
  const { client, receiver, waitsAfter } = await short(t, ROOM);
  const [first, second] = [await client(), await client()];
  assert.match(await begin(first, 1_000_000), /^354 /);
  await second.sayAll(...ENVELOPE);
  assert.match(await second.say('BDAT 8 LAST\r\nA: b\r\n'), /^452 4\.3\.1 /);
  await waitsAfter(second, [], 'MAIL FROM:<a@b.test> SIZE=500000');
  const closed = receiver.close(0);
  assert.match(await second.untilClosed(), /^421 4\.3\.2 /);
  first.destroy();
  await closed;
});

test('the next transaction after a thousand waiting ones tries immediately', () => {
  const { budget, queue } = queueOf(1000);
  budget.take('a', 1000);
  const need = { block: 'b', declared: 1 };
  for (let i = 0; i < 1000; i++) {
    assert.ok(!queue.mayTry(need));
    queue.enter(need, () => {});
  }
  assert.ok(queue.mayTry(need));
});

test('the presumed size follows the largest recent message, within the limit', () => {
  const queue = new RoomQueue(new Budget(1_600_000, 0.5), new FakeClock(), MOST_MS);
  assert.equal(queue.presumed, 100_000);
  for (const [octets, presumed] of [
    [500_000, 500_000],
    [100_000, 400_000],
    [5_000_000, 800_000],
    [400_000, 700_000],
  ] as const) {
    queue.learn(octets);
    assert.equal(queue.presumed, presumed);
  }
});

test('a small message of unknown size waits for the 64 KiB that it takes, not only for its own octets', () => {
  const { budget, queue } = queueOf(100_000, 1000);
  const need = { block: 'a', declared: undefined };
  assert.ok(queue.mayTry(need));
  budget.take('a', 65_536);
  assert.ok(!queue.mayTry(need));
});

test('a waiting transaction continues as soon as messages turn out to be smaller than presumed', () => {
  const { budget, queue, outcomes, note } = queueOf(1_600_000, 1_000_000);
  budget.take('a', 700_000);
  queue.enter({ block: 'b', declared: undefined }, note);
  queue.learn(800_000);
  assert.deepEqual(outcomes, []);
  queue.learn(100_000);
  assert.deepEqual(outcomes, ['room']);
});
