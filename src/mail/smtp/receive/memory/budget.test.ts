import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget } from './budget.ts';

test('one address block may use its share to the last octet, and the others still fit', () => {
  const largest = 33_554_432;
  const budget = new Budget(51_380_224, largest / 51_380_224);
  assert.ok(budget.take('a', largest));
  assert.ok(!budget.fits('a', 1));
  assert.ok(budget.fits('b', 51_380_224 - largest));
});

test('a share of one octet is enforced like any other', () => {
  const budget = new Budget(10, 0.1);
  assert.ok(budget.fitsBesideExpected('a', 1));
  budget.expect('a', 1);
  assert.ok(!budget.fitsBesideExpected('a', 1));
  assert.ok(budget.take('b', 1));
  assert.ok(!budget.fits('b', 1));
});

test('octets that are still expected reduce the room of the block and of all', () => {
  const budget = new Budget(100, 0.5);
  budget.take('a', 10);
  budget.expect('a', 30);
  assert.ok(budget.fitsBesideExpected('a', 10));
  assert.ok(!budget.fitsBesideExpected('a', 11));
  budget.take('b', 20);
  budget.expect('b', 30);
  assert.ok(budget.fitsBesideExpected('c', 10));
  assert.ok(!budget.fitsBesideExpected('c', 11));
});
