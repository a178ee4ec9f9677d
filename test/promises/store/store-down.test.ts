import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '#store/store.ts';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';

/** A store whose look-ups of aliases can fail. */
const downWhere = (isDown: () => boolean) => (store: Store) => ({
  aliasByAddress: (address: string) =>
    isDown() ? Promise.reject(new Error('down')) : store.aliasByAddress(address),
});

test('a store that does not respond is a 451, and later everything works', async (t) => {
  let down = true;
  const { client, faults } = await forwarding(t, {
    seen: downWhere(() => down),
  });
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('one')), /^451 4\.3\.0 /);
  assert.equal(faults.length, 1);
  down = false;
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
});

test('a cached alias is served while the store is down, for two seconds and no longer', async (t) => {
  let down = false;
  const { client, clock, hop } = await forwarding(t, {
    cacheMs: 2000,
    seen: downWhere(() => down),
  });
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('looked up')), /^250 /);
  down = true;
  for (const ms of [1000, 999]) {
    clock.advance(ms);
    assert.match(await hand(sender, [ALIAS], letter(`${ms} ms later`)), /^250 /);
  }
  clock.advance(1);
  assert.match(await hand(sender, [ALIAS], letter('too late')), /^451 4\.3\.0 /);
  down = false;
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
