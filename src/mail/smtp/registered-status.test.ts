import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRegisteredStatus } from './registered-status.ts';

test('a registered enhanced status code is distinguished from one of a single provider', () => {
  for (const code of ['5.0.0', '2.1.10', '4.2.4', '5.3.6', '4.4.7', '5.5.6', '5.6.10', '5.7.30']) {
    assert.ok(isRegisteredStatus(code), code);
  }
  const others = ['5.7.509', '5.7.606', '5.1.351', '4.4.316', '5.70.1', '5.8.0'];
  const afterTheLast = ['5.0.1', '5.1.11', '5.2.5', '5.3.7', '5.4.8', '5.5.7', '5.6.11', '5.7.31'];
  for (const code of [...others, ...afterTheLast]) assert.ok(!isRegisteredStatus(code), code);
});

test('a code with leading zeros, or of another form, is not registered', () => {
  for (const code of ['5.01.1', '5.1.01', '5.1', '5.1.1.1', '3.1.1', '5.1.1000', 'x.1.1', '']) {
    assert.ok(!isRegisteredStatus(code), code);
  }
});
