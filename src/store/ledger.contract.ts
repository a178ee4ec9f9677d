/** Every Store's promises about the ledger of deliveries, on either database. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Store } from './store.ts';

/** @param store the open store @param clock its time in milliseconds since 1970 */
export function ledgerContract(store: () => Store, clock: { time: number }): void {
  const delivered = { code: 250, enhanced: '2.0.0' };
  const note = { code: 451, enhanced: '4.3.0' };

  test('the ledger keeps an entry until its expiry, and the latest entry counts', async () => {
    const key = randomBytes(32);
    assert.equal(await store().recall(key, clock.time), undefined);
    await store().remember(key, note, clock.time + 1);
    await store().remember(key, delivered, clock.time + 10);
    assert.deepEqual(await store().recall(key, clock.time + 9), delivered);
    assert.equal(await store().recall(key, clock.time + 10), undefined);
    assert.equal(await store().recall(randomBytes(32), clock.time), undefined);
  });

  test('a note of one node never replaces a delivery of another that is still valid', async () => {
    const key = randomBytes(32);
    const noted = () => store().remember(key, note, clock.time + 20, { undeliveredAt: clock.time });
    await noted();
    assert.deepEqual(await store().recall(key, clock.time), note);
    // At once, as by two nodes: whichever comes last.
    await Promise.all([noted(), store().remember(key, delivered, clock.time + 10), noted()]);
    assert.deepEqual(await store().recall(key, clock.time), delivered);
    clock.time += 10;
    await noted();
    assert.deepEqual(await store().recall(key, clock.time), note);
  });

  test('a node whose delivery fails removes its own note, but no note or delivery of another', async () => {
    const key = randomBytes(32);
    const failed = (until: number) =>
      store().remember(key, note, clock.time - 1, { noteUntil: until });
    await store().remember(key, note, clock.time + 20);
    await failed(clock.time + 19);
    assert.deepEqual(await store().recall(key, clock.time), note);
    await failed(clock.time + 20);
    assert.equal(await store().recall(key, clock.time), undefined);
    await store().remember(key, delivered, clock.time + 20);
    await failed(clock.time + 20);
    assert.deepEqual(await store().recall(key, clock.time), delivered);
  });

  test('expired entries of the ledger are deleted and counted', async () => {
    const [old, young] = [randomBytes(32), randomBytes(32)];
    await store().forgetExpired(clock.time + 1000);
    await store().remember(old, delivered, clock.time + 2000);
    await store().remember(young, delivered, clock.time + 3000);
    assert.equal(await store().forgetExpired(clock.time + 2000), 1);
    assert.equal(await store().recall(old, clock.time), undefined);
    assert.deepEqual(await store().recall(young, clock.time), delivered);
  });
}
