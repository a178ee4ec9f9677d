import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { BloomFilter } from './bloom-filter.ts';

const key = (name: string) => createHash('sha256').update(name).digest();

for (const room of [0, 1000, 20_000]) {
  test(`a filter with room for ${room} keys never denies one of 20,000 that were added`, () => {
    const filter = new BloomFilter(room);
    for (let n = 0; n < 20_000; n += 1) filter.add(key(`in ${n}`));
    for (let n = 0; n < 20_000; n += 1) assert.ok(filter.mayHave(key(`in ${n}`)), String(n));
  });
}

test('a filter within its room denies nearly all keys that were not added', () => {
  const filter = new BloomFilter(20_000);
  for (let n = 0; n < 20_000; n += 1) filter.add(key(`in ${n}`));
  const maybe = Array.from({ length: 20_000 }, (_, n) => filter.mayHave(key(`out ${n}`)));
  assert.ok(maybe.filter(Boolean).length < 40);
});

test('an empty filter denies every key', () => {
  assert.equal(new BloomFilter(0).mayHave(key('one')), false);
});
