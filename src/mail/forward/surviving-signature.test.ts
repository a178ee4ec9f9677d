import assert from 'node:assert/strict';
import { test } from 'node:test';
import { survives } from './surviving-signature.ts';

const present = new Map([
  ['from', 1],
  ['received', 2],
]);
const survivesAdding = (covered: string[], ...added: string[]) =>
  survives(covered, { present, added, removed: [] });

test('a field on top does no harm, unless the signature says that there is none', () => {
  assert.ok(survivesAdding([], 'received', 'reply-to'));
  assert.ok(survivesAdding(['received', 'received'], 'received'));
  assert.ok(!survivesAdding(['received', 'received', 'received'], 'received'));
  assert.ok(!survivesAdding(['from', 'reply-to'], 'received', 'reply-to'));
  assert.ok(survivesAdding(['from', 'reply-to'], 'received'));
});

test('a field that is taken out does harm where the signature reaches it, counted from the bottom', () => {
  const removing = (covered: string[], fromBottom: number) =>
    survives(covered, { present, added: [], removed: [{ name: 'received', fromBottom }] });
  assert.ok(removing([], 0));
  assert.ok(!removing(['received'], 0));
  assert.ok(removing(['received'], 1));
  assert.ok(!removing(['received', 'received'], 1));
});
