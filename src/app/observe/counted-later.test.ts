import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountedLater } from './counted-later.ts';

test('counts wait until the metrics are read, 1,024 of them at most', () => {
  const later = new CountedLater();
  let counted = 0;
  const add = () => later.add(() => counted++);
  for (let i = 0; i < 1023; i++) add();
  assert.equal(counted, 0);
  add();
  assert.equal(counted, 1024);
  add();
  assert.equal(counted, 1024);
  later.count();
  later.count();
  assert.equal(counted, 1025);
});
