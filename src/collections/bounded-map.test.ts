import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { exposedCollection } from '#runtime/garbage.ts';
import { BoundedMap } from './bounded-map.ts';

for (const most of [1, 2, 8]) {
  test(`of ${most} entries the oldest is dropped for a new one, in every order of sets and deletes; an entry that is set again is the newest`, () => {
    const map = new BoundedMap<number, number>(most);
    let model: [number, number][] = [];
    for (let i = 1; i < 1000; i++) {
      const key = (i * i * 31) % 23;
      model = model.filter(([other]) => other !== key);
      if (i % 5 === 0) map.delete(key);
      else {
        model.push([key, i]);
        assert.equal(map.set(key, i), model.length > most ? model.shift()?.[0] : undefined);
      }
      if (i % 50 === 0) for (const [one] of model.splice(0)) map.delete(one);
      assert.deepEqual([[...map], map.size], [model, model.length]);
      assert.equal(map.get(key), model.find(([one]) => one === key)?.[1]);
    }
  });
}

test('an entry that was dropped or deleted is freed, whatever is set and deleted afterwards', async () => {
  const collect = exposedCollection() ?? assert.fail();
  const map = new BoundedMap<number, object>(50);
  const values: WeakRef<object>[] = [];
  for (let i = 0; i < 1000; i++) {
    const value = { i };
    values.push(new WeakRef(value));
    map.set(i, value);
    // At its bound for a while, later below it.
    if (i > 200) map.delete(i - 20);
  }
  await setImmediate();
  collect();
  assert.equal(values.filter((value) => value.deref() !== undefined).length, map.size);
});
