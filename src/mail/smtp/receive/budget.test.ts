import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget } from './budget.ts';

test('one address block may hold its share to the octet, and the others have room', () => {
  const largest = 33_554_432;
  const budget = new Budget(51_380_224, largest / 51_380_224);
  assert.ok(budget.take('a', largest));
  assert.ok(!budget.fits('a', 1));
  assert.ok(budget.fits('b', 51_380_224 - largest));
});
