import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BoundedMap } from './bounded-map.ts';

const keys = (map: BoundedMap<string, number>) => [...map].map(([key]) => key);

function filled(most: number, ...names: string[]): BoundedMap<string, number> {
  const map = new BoundedMap<string, number>(most);
  for (const [i, name] of names.entries()) map.set(name, i);
  return map;
}

test('past its bound a map drops its oldest entries, one for each new one; an entry that is set again is the newest', () => {
  const map = filled(3, 'a', 'b', 'c');
  assert.deepEqual([map.set('d', 3), map.set('e', 4)], ['a', 'b']);
  assert.deepEqual(keys(map), ['c', 'd', 'e']);
  assert.deepEqual([map.size, map.get('b'), map.get('e')], [3, undefined, 4]);
  assert.equal(map.set('c', 5), undefined);
  assert.deepEqual([map.set('f', 6), map.get('c')], ['d', 5]);
});

test('a deleted entry makes room, even if the map was emptied in between; a map of one entry holds the newest', () => {
  const map = filled(2, 'a', 'b', 'c');
  for (const key of ['b', 'c']) map.delete(key);
  assert.equal(map.size, 0);
  for (const [i, key] of ['d', 'e', 'f', 'e', 'g'].entries()) map.set(key, i);
  assert.deepEqual(keys(map), ['e', 'g']);
  assert.deepEqual(keys(filled(1, 'a', 'b', 'b', 'c')), ['c']);
});

test('the oldest entry is dropped in every order of sets and deletes', () => {
  const map = new BoundedMap<number, number>(8);
  let model: number[] = [];
  for (let i = 1; i < 1000; i++) {
    const key = (i * i * 31) % 23;
    if (i % 5 === 0) map.delete(key);
    else map.set(key, i);
    model = model.filter((other) => other !== key);
    if (i % 5 !== 0) model = [...model, key].slice(-8);
    assert.deepEqual(
      [...map].map(([one]) => one),
      model,
    );
  }
});

test('an entry that was dropped or deleted is freed, whatever is set and deleted afterwards', async () => {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
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
