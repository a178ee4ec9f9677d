/** The store's promises about the budget of letters, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { NOW, DAY } from './auth-rows.fixture.ts';
import type { AuthStore } from './auth-store.ts';

/** @param opened `store` is called only inside a test */
export function letterBudgetContract(opened: {
  store: () => Pick<AuthStore, 'letterBudget' | 'sweep'>;
}): void {
  const { store } = opened;

  test('of two that read the same budget one counts its letter', async () => {
    const { letterBudget } = store();
    const key = randomUUID();
    const first = { key, times: [NOW], forgetAt: NOW + DAY };
    const second = { key, times: [NOW, NOW + 1], forgetAt: NOW + DAY };
    const both = await Promise.all([1, 2].map(() => letterBudget.count(first, undefined)));
    assert.equal(both.filter(Boolean).length, 1);
    const seen = await letterBudget.find(key);
    assert.deepEqual(seen, { key, times: [NOW], used: false, stoppedUntil: 0 });
    assert.ok(await letterBudget.count(second, seen));
    assert.ok(!(await letterBudget.count(second, seen)));
  });

  test('a used letter, and a stop, stay with the count of letters; the longer stop holds', async () => {
    const { letterBudget } = store();
    const key = randomUUID();
    await letterBudget.used(key);
    await letterBudget.stop(key, NOW + DAY);
    await letterBudget.stop(key, NOW + 1);
    const stopped = { key, times: [], used: false, stoppedUntil: NOW + DAY };
    assert.deepEqual(await letterBudget.find(key), stopped);
    await letterBudget.used(key);
    assert.ok(await letterBudget.count({ key, times: [NOW], forgetAt: NOW }, stopped));
    assert.deepEqual(await letterBudget.find(key), { ...stopped, times: [NOW], used: true });
  });

  test('times and a stop are forgotten together; a letter that was used stays used', async () => {
    const { letterBudget } = store();
    const [key, other] = [randomUUID(), randomUUID()];
    for (const one of [key, other]) {
      await letterBudget.count({ key: one, times: [NOW], forgetAt: NOW + DAY }, undefined);
      await letterBudget.stop(one, NOW + DAY);
      await letterBudget.used(one);
    }
    await letterBudget.clear(key);
    await letterBudget.clear(randomUUID());
    const cleared = { key, times: [], used: true, stoppedUntil: 0 };
    assert.deepEqual(await letterBudget.find(key), cleared);
    assert.equal((await letterBudget.find(other))?.stoppedUntil, NOW + DAY);
    const next = { key, times: [NOW + 1], forgetAt: NOW + DAY };
    assert.ok(await letterBudget.count(next, cleared));
  });

  test('the sweeper deletes letters that no longer count, and a stop when it has ended', async () => {
    const { letterBudget } = store();
    const [old, young, stopped] = [randomUUID(), randomUUID(), randomUUID()];
    await letterBudget.count({ key: old, times: [1], forgetAt: NOW }, undefined);
    await letterBudget.count({ key: young, times: [1], forgetAt: NOW + 1 }, undefined);
    await letterBudget.count({ key: stopped, times: [1], forgetAt: NOW }, undefined);
    await letterBudget.stop(stopped, NOW + 1);
    await store().sweep(NOW);
    const found = await Promise.all([old, young, stopped].map((key) => letterBudget.find(key)));
    assert.deepEqual(
      found.map((count) => count?.key),
      [undefined, young, stopped],
    );
  });
}
