import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPermanent, isPositive, isTransient } from './reply.ts';

test('the first digit of a code says whether the message was accepted, deferred or rejected', () => {
  const kinds = (code: number) => [isPositive(code), isTransient(code), isPermanent(code)];
  for (const code of [200, 250, 299]) assert.deepEqual(kinds(code), [true, false, false]);
  for (const code of [300, 354, 399]) assert.deepEqual(kinds(code), [false, false, false]);
  for (const code of [400, 451, 499]) assert.deepEqual(kinds(code), [false, true, false]);
  for (const code of [500, 550, 599]) assert.deepEqual(kinds(code), [false, false, true]);
});
