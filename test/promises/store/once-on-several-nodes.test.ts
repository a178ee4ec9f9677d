import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import type { LedgerEntry } from '#store/store.ts';
import {
  ALIAS,
  copies,
  type Forwarding,
  forwarding,
  hand,
  letter,
  REAL,
  relayed,
} from '#support/forwarding.ts';
import { until } from '#support/sending.ts';

const ONE = relayed(letter('one'));

/** The first node's store, opened by a second node. */
const storeOf =
  ({ store }: Forwarding) =>
  () => ({
    aliasByAddress: (address: string) => store.aliasByAddress(address),
    recall: (key: Buffer, now: number) => store.recall(key, now),
    remember: (key: Buffer, entry: LedgerEntry, expires: number) =>
      store.remember(key, entry, expires),
  });

test('F07 a retry that reaches another node after the first has gone is answered from the shared store', async (t) => {
  const one = await forwarding(t);
  const first = await one.client();
  await hand(first, [ALIAS], ONE);
  await one.leave(first);
  await one.forwarder.settled();
  const two = await forwarding(t, { seen: storeOf(one) });
  assert.match(await hand(await two.client(), [ALIAS], ONE), /^250 /);
  assert.equal(one.hop.messages.length, 1);
  assert.equal(two.hop.messages.length, 0);
});

/** A node whose far side has had a mail for fifteen seconds without a reply, and a second node on the same store. */
async function slowDelivery(t: TestContext) {
  let writes = 0;
  let written = () => {};
  const one = await forwarding(t, {
    hop: { script: { dot: SILENCE } },
    seen: (store) => ({
      aliasByAddress: (address) => store.aliasByAddress(address),
      recall: (key, now) => store.recall(key, now),
      async remember(key, entry, expires) {
        await store.remember(key, entry, expires);
        writes += 1;
        written();
      },
    }),
  });
  const two = await forwarding(t, { seen: storeOf(one) });
  const sender = await one.client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  sender.send(`${ONE}.\r\n`);
  await one.hop.until(() => one.hop.count('dot') === 1);
  const noted = new Promise<void>((resolve) => {
    // The message's own entry, and the pair's.
    written = () => writes === 2 && resolve();
  });
  assert.equal(writes, 0, 'a delivery that has just begun costs no write');
  one.clock.advance(15_000);
  await noted;
  return { one, two, sender };
}

test('F08 a mail that is under way on one node is deferred by another, and arrives once', async (t) => {
  const { one, two, sender } = await slowDelivery(t);
  const impatient = await two.client();
  assert.match(await hand(impatient, [ALIAS], ONE), /^451 4\.3\.0 /);
  assert.match(await hand(impatient, [ALIAS], letter('another')), /^250 /);
  one.hop.say('250 2.0.0 taken');
  assert.match(await sender.reply(), /^250 /);
  await sender.say('QUIT');
  assert.match(await hand(impatient, [ALIAS], ONE), /^250 /);
  assert.equal(copies(two, 'another', REAL), 1);
  assert.equal(copies(two, 'one', REAL), 0);
});

test('F08 a mail that has failed on one node is delivered by another at once', async (t) => {
  const { one, two, sender } = await slowDelivery(t);
  one.hop.say('451 4.2.0 no');
  assert.match(await sender.reply(), /^451 /);
  assert.match(await hand(await two.client(), [ALIAS], ONE), /^250 /);
  assert.equal(copies(two, 'one', REAL), 1);
});

test('F08 a mail whose node has died is delivered by another five minutes later', async (t) => {
  const { two } = await slowDelivery(t);
  const retry = await two.client();
  two.clock.advance(290_000);
  assert.match(await hand(retry, [ALIAS], ONE), /^451 4\.3\.0 /);
  two.clock.advance(290_000);
  assert.match(await hand(await two.client(), [ALIAS], ONE), /^250 /);
  assert.equal(copies(two, 'one', REAL), 1);
});

test('a retry that leaves again does not clear the first attempt’s entry', async (t) => {
  const { one, two } = await slowDelivery(t);
  const retry = await one.client();
  await retry.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  retry.send(`${ONE}.\r\n`);
  await one.leave(retry);
  assert.match(await hand(await two.client(), [ALIAS], ONE), /^451 4\.3\.0 /);
});

test('a sender that leaves after the first of its recipients has the mail makes no second copy of it elsewhere while the second is slow', async (t) => {
  const SLOW = 'alias-1003@alias.test';
  const [started, fast, slow] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  assert.ok(started && fast && slow);
  const one = await forwarding(t, {
    through: (usual) => ({
      async deliver(envelope, message, deadline) {
        const isSlow = envelope.forwardPath.startsWith('slow@');
        if (isSlow) started.resolve();
        await (isSlow ? slow : fast).promise;
        return usual.deliver(envelope, message, deadline);
      },
      backingOff: (path) => usual.backingOff(path),
      connections: usual.connections,
      held: usual.held,
      endRetries: () => usual.endRetries(),
      close: () => usual.close(),
    }),
  });
  await one.alias(SLOW, 'slow@mailbox.test');
  const two = await forwarding(t, { seen: storeOf(one) });
  const sender = await one.client();
  await sender.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, `RCPT TO:<${SLOW}>`);
  await sender.say('DATA');
  sender.send(`${ONE}.\r\n`);
  await started.promise;
  fast.resolve();
  await until(() => copies(one, 'one', REAL) === 1 && one.deliveries.length === 1);
  await one.leave(sender);
  await one.answered();
  const retry = await two.client();
  assert.match(await hand(retry, [ALIAS], ONE), /^250 /);
  assert.match(await hand(retry, [SLOW], ONE), /^451 4\.3\.0 /);
  assert.equal(two.hop.messages.length, 0);
  slow.resolve();
  await one.forwarder.settled();
  assert.match(await hand(retry, [SLOW], ONE), /^250 /);
  assert.equal(two.hop.messages.length, 0);
});
