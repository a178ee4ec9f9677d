import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { inAnySpan, isHalfUsed } from './any-span.ts';
import { Limiter } from './limiter.ts';
import { windowLimiter } from './window.ts';

const HOUR = 3_600_000;

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

test('a limit holds in any span of time, and several uses at once are allowed if one is', () => {
  const clock = new FakeClock();
  clock.advance(1);
  const limiter = new Limiter(inAnySpan([{ most: 3, ms: HOUR }]), clock);
  assert.equal(limiter.take(), 0);
  clock.advance(HOUR / 2);
  assert.equal(limiter.take(undefined, 4), 0);
  clock.advance(HOUR / 4);
  assert.equal(limiter.take(), (HOUR * 3) / 4, 'three of the last hour have to end');
  assert.equal(limiter.take('another'), 0);
  clock.advance((HOUR * 3) / 4);
  assert.equal(limiter.take(), 0);
});

test('a use that did not happen is given back, and no more than there were', () => {
  const limiter = new Limiter(inAnySpan([{ most: 2, ms: HOUR }]), { now: () => 1 });
  limiter.giveBack();
  assert.deepEqual([limiter.take(undefined, 2), limiter.take()], [0, HOUR]);
  limiter.giveBack();
  assert.deepEqual([limiter.take(), limiter.take()], [0, HOUR]);
  limiter.giveBack(undefined, 9);
  assert.deepEqual(limiter.state()?.times, []);
});

test('without limits everything is allowed, and nothing is kept', () => {
  const limiter = new Limiter(inAnySpan([]), { now: () => 5 });
  for (let i = 0; i < 100; i++) assert.equal(limiter.take(undefined, 3), 0);
  assert.equal(limiter.state()?.times.length, 3);
});

test('a limit is half used by more than half of its uses within its time', () => {
  const limits = [{ most: 4, ms: HOUR }];
  const now = 2 * HOUR;
  assert.ok(!isHalfUsed([now, now], limits, now));
  assert.ok(isHalfUsed([now, now, now], limits, now));
  assert.ok(!isHalfUsed([HOUR, now, now], limits, now), 'the first is an hour old');
});
