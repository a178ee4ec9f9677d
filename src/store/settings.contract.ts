/** Every Store's promises about settings, on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from './store.ts';

/** @param store the open store @param open another on the same database */
export function settingsContract(store: () => Store, open: () => Promise<Store>): void {
  test('the first value of a setting stays, for every node; the function that makes it is called only for a missing one', async () => {
    const other = await open();
    const slowly = (value: string) => async () => {
      await new Promise(setImmediate);
      return value;
    };
    const values = await Promise.all([
      store().setting('made', slowly('one')),
      other.setting('made', slowly('two')),
      store().setting('made', 'three'),
    ]);
    assert.equal(new Set(values).size, 1);
    const never = () => assert.fail('made again');
    assert.equal(await store().setting('made', never), values[0]);
    assert.equal(await other.setting('made', never), values[0]);
    const broken = store().setting('broken', () => Promise.reject(new Error('no chance')));
    await assert.rejects(broken, /no chance/);
    assert.equal(await other.setting('broken', () => 'at once'), 'at once');
    await other.close();
  });

  test('of two that have read the same value of a setting one changes it', async () => {
    const other = await open();
    assert.equal(await store().setting('changing', 'one'), 'one');
    const changed = await Promise.all([
      store().changeSetting('changing', 'one', 'two'),
      other.changeSetting('changing', 'one', 'three'),
    ]);
    assert.equal(changed.filter(Boolean).length, 1);
    const kept = changed[0] ? 'two' : 'three';
    assert.equal(await other.setting('changing', 'four'), kept);
    assert.ok(!(await store().changeSetting('never kept', 'one', 'two')));
    assert.equal(await store().setting('never kept', 'five'), 'five');
    await other.close();
  });
}
