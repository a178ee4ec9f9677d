import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { windowLimiter } from './window.ts';

test('a key is allowed its number within a window, and again in the next', () => {
  const clock = new FakeClock();
  const limiter = windowLimiter({ most: 2, ms: 1000 }, clock);
  clock.advance(1);
  assert.deepEqual([limiter.take('a'), limiter.take('a')], [0, 0]);
  clock.advance(400);
  assert.equal(limiter.take('a'), 600, 'the rest of the window');
  assert.equal(limiter.wait('b'), 0);
  clock.advance(600);
  assert.equal(limiter.wait('a'), 0);
  assert.equal(limiter.take('a'), 0);
});

test('a flood of keys does not grow without bound, and the latest still count', () => {
  const limiter = windowLimiter({ most: 1, ms: 1000 }, { now: () => 0 });
  for (let i = 0; i < 100_010; i++) limiter.take(`key ${i}`);
  assert.equal(limiter.size, 100_000);
  assert.equal(limiter.wait('key 0'), 0, 'the oldest is forgotten');
  assert.ok(limiter.wait('key 100009') > 0);
});

test('the dropped key is the one that began first, or the one that was used least recently', () => {
  for (const drops of ['first begun', 'least recently used'] as const) {
    const limiter = windowLimiter({ most: 9, ms: 1000 }, { now: () => 0, keys: 2, drops });
    for (const key of ['a', 'b', 'a', 'c']) limiter.take(key);
    const kept = ['a', 'b', 'c'].filter((key) => limiter.state(key) !== undefined);
    assert.deepEqual(kept, drops === 'first begun' ? ['b', 'c'] : ['a', 'c']);
  }
});
