import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SILENCE } from '#support/fake-next-hop.ts';
import { ALIAS, copies, forwarding, hand, letter, REAL, relayed } from '#support/forwarding.ts';

const ONE = relayed(letter('one'));

/** A node whose remote side has had a message for fifteen seconds without a reply, and a second node on the same store. */
async function slowDelivery(t: TestContext) {
  let writes = 0;
  let written = () => {};
  const one = await forwarding(t, {
    hop: { script: { dot: SILENCE } },
    seen: (store) => ({
      async remember(...given) {
        await store.remember(...given);
        writes += 1;
        written();
      },
    }),
  });
  const two = await forwarding(t, { seen: () => one.store });
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

test('a message that is in progress on one node is deferred by another, and arrives once', async (t) => {
  const { one, two, sender } = await slowDelivery(t);
  const impatient = await two.client();
  assert.match(await hand(impatient, [ALIAS], ONE), /^451 4\.3\.0 /);
  assert.match(await hand(impatient, [ALIAS], letter('another')), /^250 /);
  one.hop.say('250 2.0.0 taken');
  assert.match(await sender.reply(), /^250 /);
  await sender.say('QUIT');
  await one.forwarder.settled();
  assert.match(await hand(impatient, [ALIAS], ONE), /^250 /);
  assert.equal(copies(two, 'another', REAL), 1);
  assert.equal(copies(two, 'one', REAL), 0);
});

test('a retry that disconnects again does not clear the first attempt’s entry', async (t) => {
  const { one, two } = await slowDelivery(t);
  const retry = await one.client();
  await retry.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  retry.send(`${ONE}.\r\n`);
  await one.leave(retry);
  assert.match(await hand(await two.client(), [ALIAS], ONE), /^451 4\.3\.0 /);
});
