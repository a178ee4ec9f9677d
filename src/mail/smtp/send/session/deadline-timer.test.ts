import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { DeadlineTimer } from './deadline-timer.ts';

const started = () => {
  const clock = new FakeClock();
  const start = clock.now();
  const expired: number[] = [];
  const timer = new DeadlineTimer(clock, () => expired.push(clock.now() - start));
  return { clock, timer, expired, in: (ms: number) => clock.now() + ms };
};

test('a timer expires once, at its deadline, which may move forward and back', () => {
  const { clock, timer, expired, in: at } = started();
  timer.set(at(100));
  timer.set(at(300));
  clock.advance(200);
  assert.deepEqual(expired, []);
  timer.set(at(50));
  clock.advance(1000);
  assert.deepEqual(expired, [250]);
});

test('a hundred consecutive waits need one timer, and leave none running', () => {
  const { clock, timer, expired, in: at } = started();
  for (let i = 0; i < 100; i++) {
    timer.set(at(60_000));
    assert.equal(clock.pending, 1);
    clock.advance(1);
    timer.set(Infinity);
  }
  timer.stop();
  assert.equal(clock.pending, 0);
  clock.advance(1_000_000);
  assert.deepEqual(expired, []);
});
