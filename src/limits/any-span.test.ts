import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { inAnySpan, isHalfUsed } from './any-span.ts';
import { Limiter } from './limiter.ts';

const HOUR = 3_600_000;

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
