import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arrivals } from './arrivals.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 22, 12);
const TODAY = NOON - DAY / 2;

test('messages are counted once each, by alias and day, across midnight too', () => {
  const arrivals = new Arrivals(10);
  arrivals.add('one', NOON, 'a.test');
  arrivals.add('two', NOON, 'a.test');
  arrivals.add('one', NOON + 1, 'a.test');
  arrivals.add('one', TODAY + DAY - 1, 'a.test');
  arrivals.add('one', TODAY + DAY, 'a.test');
  assert.deepEqual(arrivals.take(), [
    { aliasId: 'one', day: TODAY, delivered: 3 },
    { aliasId: 'two', day: TODAY, delivered: 1 },
    { aliasId: 'one', day: TODAY + DAY, delivered: 1 },
  ]);
  assert.deepEqual(arrivals.take(), []);
  arrivals.add('one', TODAY + DAY, 'a.test');
  assert.deepEqual(arrivals.take(), [{ aliasId: 'one', day: TODAY + DAY, delivered: 1 }]);
});

test('the last ten arrivals of an alias are listed newest first, even if counts were taken meanwhile', () => {
  const arrivals = new Arrivals(10);
  const at = (n: number) => ({ at: NOON + n, domain: `d${n}.test` });
  assert.deepEqual(arrivals.last('one'), []);
  for (let n = 0; n < 25; n++) {
    arrivals.add('one', at(n).at, at(n).domain);
    if (n === 2) assert.deepEqual(arrivals.last('one'), [at(2), at(1), at(0)]);
    if (n % 4 === 0) arrivals.take();
  }
  const newest = Array.from({ length: 10 }, (_, i) => at(24 - i));
  assert.deepEqual(arrivals.last('one'), newest);
});

test('with ever new aliases, memory stays bounded and every message is counted', () => {
  const [most, aliases] = [50, 1000];
  const arrivals = new Arrivals(most);
  const sums = new Map<string, number>();
  for (let n = 0; n < 3 * aliases; n++) {
    arrivals.add(`alias ${(n * 7) % aliases}`, NOON + n, 'a.test');
    if (n % most < most - 1) continue;
    for (const { aliasId, delivered } of arrivals.take()) {
      sums.set(aliasId, (sums.get(aliasId) ?? 0) + delivered);
    }
  }
  assert.deepEqual([sums.size, ...new Set(sums.values())], [aliases, 3]);
  const remembered = [...sums.keys()].filter((alias) => arrivals.last(alias).length > 0);
  assert.equal(remembered.length, most);
});

test('a flood beyond the limit is left out until the counts are taken, and the counts are kept', () => {
  const arrivals = new Arrivals(3);
  for (const aliasId of ['one', 'two', 'three', 'four', 'one']) arrivals.add(aliasId, NOON, '');
  assert.ok(arrivals.isFull);
  const counts = () => arrivals.take().map(({ aliasId, delivered }) => [aliasId, delivered]);
  assert.deepEqual(counts(), [
    ['one', 2],
    ['two', 1],
    ['three', 1],
  ]);
  assert.ok(!arrivals.isFull);
  assert.deepEqual(arrivals.last('four'), []);
  arrivals.add('four', NOON, '');
  assert.deepEqual(counts(), [['four', 1]]);
  assert.equal(arrivals.last('four').length, 1);
});
