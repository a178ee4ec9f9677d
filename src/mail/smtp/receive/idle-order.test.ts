import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleOrder } from './idle-order.ts';

test('the connection with the longest idle time is first, and one with activity since then comes last', () => {
  const order = new IdleOrder<string>();
  order.add('a', 1);
  order.add('b', 2);
  order.add('c', 3);
  order.add('a', 4);
  order.delete('b');
  assert.equal(order.take(2), undefined);
  assert.equal(order.take(3), 'c');
  assert.equal(order.take(9), 'a');
  assert.equal(order.take(9), undefined);
});
