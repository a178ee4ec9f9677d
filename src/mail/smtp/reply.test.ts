import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPermanent, isPositive, isRegisteredStatus, isTransient } from './reply.ts';

test('the first digit of a code says whether the message was accepted, deferred or rejected', () => {
  const kinds = (code: number) => [isPositive(code), isTransient(code), isPermanent(code)];
  for (const code of [200, 250, 299]) assert.deepEqual(kinds(code), [true, false, false]);
  for (const code of [300, 354, 399]) assert.deepEqual(kinds(code), [false, false, false]);
  for (const code of [400, 451, 499]) assert.deepEqual(kinds(code), [false, true, false]);
  for (const code of [500, 550, 599]) assert.deepEqual(kinds(code), [false, false, true]);
});

test('an enhanced status code is registered up to the last detail of its subject, in its one form', () => {
  const registered = ['5.0.0', '2.1.10', '4.2.4', '5.3.6', '4.4.7', '5.5.6', '5.6.10', '5.7.30'];
  for (const code of registered) assert.ok(isRegisteredStatus(code), code);
  const afterTheLast = ['5.0.1', '5.1.11', '5.2.5', '5.3.7', '5.4.8', '5.5.7', '5.6.11', '5.7.31'];
  const malformed = ['5.01.1', '5.1.01', '5.1', '5.1.1.1', '3.1.1', '5.1.1000', 'x.1.1', ''];
  for (const code of [...afterTheLast, '5.7.509', '5.70.1', '5.8.0', ...malformed]) {
    assert.ok(!isRegisteredStatus(code), code);
  }
});
