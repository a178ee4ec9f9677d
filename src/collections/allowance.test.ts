import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { Allowance } from './allowance.ts';

test('a key is allowed its number within a window, and again in the next', () => {
  const clock = new FakeClock();
  const allowance = new Allowance(2, 1000, clock.now);
  assert.deepEqual(
    [1, 2, 3].map(() => allowance.spend('a')),
    [true, true, false],
  );
  assert.ok(allowance.isSpent('a'));
  assert.ok(!allowance.isSpent('b'));
  clock.advance(1000);
  assert.ok(!allowance.isSpent('a'));
  assert.ok(allowance.spend('a'));
});

test('a flood of keys does not grow without bound, and the latest still count', () => {
  const allowance = new Allowance(1, 1000, () => 0);
  for (let i = 0; i < 100_010; i++) allowance.spend(`key ${i}`);
  assert.ok(!allowance.isSpent('key 0'), 'the oldest is forgotten');
  assert.ok(allowance.isSpent('key 100009'));
});
