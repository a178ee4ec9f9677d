import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#support/database.ts';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';

/** The longest time that a node relies on its cache, in milliseconds. */
const CACHE_MS = 1000;

test('an alias that one node switches off is rejected by every node within two seconds, and forwarded again as fast', async (t) => {
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const one = await forwarding(t, { database });
  const two = await forwarding(t, { database, cacheMs: CACHE_MS });
  const sender = await two.client();
  assert.match(await hand(sender, [ALIAS], letter('one')), /^250 /);
  const alias = (await one.store.aliasByAddress(ALIAS))?.alias;
  await one.store.setActive(alias?.id ?? '', false, 'anybody');
  two.clock.advance(2000);
  assert.match(await hand(sender, [ALIAS], letter('two')), /^550 5\.1\.1 /);
  await one.store.setActive(alias?.id ?? '', true, 'anybody');
  two.clock.advance(2000);
  assert.match(await hand(sender, [ALIAS], letter('three')), /^250 /);
});
