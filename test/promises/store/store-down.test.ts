import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, copies, forwarding, hand, letter, REAL, relayed } from '#support/forwarding.ts';

const down = () => Promise.reject(new Error('down'));

test('a cached alias is served while the store is down, for two seconds and no longer; then it is a 451, and later everything works', async (t) => {
  let isDown = false;
  const { client, clock, faults, hop } = await forwarding(t, {
    cacheMs: 2000,
    seen: (store) => ({
      aliasByAddress: (address) => (isDown ? down() : store.aliasByAddress(address)),
    }),
  });
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('looked up')), /^250 /);
  isDown = true;
  for (const ms of [1000, 999]) {
    clock.advance(ms);
    assert.match(await hand(sender, [ALIAS], letter(`${ms} ms later`)), /^250 /);
  }
  clock.advance(1);
  assert.match(await hand(sender, [ALIAS], letter('too late')), /^451 4\.3\.0 /);
  assert.equal(faults.length, 1);
  isDown = false;
  assert.match(await hand(sender, [ALIAS], letter('all is well')), /^250 /);
  assert.equal(hop.messages.length, 4);
});

test('while a store is slow its sender waits and loses nothing, and mail that does not need the store is delivered', async (t) => {
  const asked = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  const { client, hop } = await forwarding(t, {
    seen: (store) => ({
      async aliasByAddress(address) {
        asked.resolve();
        await answers.promise;
        return store.aliasByAddress(address);
      },
    }),
  });
  const verdict = hand(await client(), [ALIAS], letter('one'));
  await asked.promise;
  assert.match(await hand(await client(), ['postmaster@alias.test'], letter('two')), /^250 /);
  answers.resolve();
  assert.match(await verdict, /^250 /);
  assert.equal(hop.messages.length, 2);
});

test('without the ledger mail is still delivered, and a 250 stays a 250', async (t) => {
  const all = await forwarding(t, {
    seen: () => ({
      recall: down,
      remember: down,
    }),
  });
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], letter('one')), /^250 /);
  await all.leave(first);
  await all.forwarder.settled();
  assert.match(await hand(await all.client(), [ALIAS], letter('two')), /^250 /);
  assert.equal(all.hop.messages.length, 2);
  assert.ok(all.faults.length > 0, 'it is reported to the operator');
  const timers = all.clock.pending;
  await all.forwarder.close();
  assert.equal(all.clock.pending, timers - 1, 'the end leaves no timer of the ledger');
});

test('a ledger that does not answer at RCPT is queried again at the final dot: no second copy', async (t) => {
  let answers = true;
  const all = await forwarding(t, {
    seen: (store) => ({
      recall: (key, now) => (answers ? store.recall(key, now) : down()),
    }),
  });
  const first = await all.client();
  assert.match(await hand(first, [ALIAS], relayed(letter('one'))), /^250 /);
  await all.leave(first);
  await all.forwarder.settled();
  const second = await all.client();
  answers = false;
  await second.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  answers = true;
  assert.deepEqual(all.faults, [new Error('down')], 'it is reported to the operator');
  assert.match(await second.say(`${relayed(letter('one'))}.`), /^250 /);
  assert.equal(copies(all, 'one', REAL), 1);
});
