import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { Probing } from './probing.ts';

/** Names so many different addresses that nobody has. */
function miss(probing: Probing, block: string, times: number): void {
  for (let i = 0; i < times; i++) probing.missed(block, `nobody-${i}@alias.test`);
}

test('what was reached counts for a day, and for 64 addresses at most', () => {
  const clock = new FakeClock();
  const probing = new Probing(clock.now);
  for (let i = 0; i < 1000; i++) probing.reached('a', `alias-${1000 + i}@alias.test`);
  miss(probing, 'a', 68);
  assert.ok(!probing.isSpent('a'));
  miss(probing, 'a', 69);
  assert.ok(probing.isSpent('a'));
  clock.advance(86_400_000);
  assert.ok(!probing.isSpent('a'));
  miss(probing, 'a', 5);
  assert.ok(probing.isSpent('a'));
  assert.ok(!probing.isSpent('b'));
});

test('guesses from many blocks do not grow without end, and the latest still count', () => {
  const probing = new Probing(() => 0);
  for (let i = 0; i < 20_010; i++) miss(probing, `block ${i}`, 5);
  assert.ok(!probing.isSpent('block 0'), 'the oldest is forgotten');
  assert.ok(probing.isSpent('block 20009'));
});
