import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSender, SenderNames } from './sender-names.ts';

test('the MAC of a sender has the form in which owners name it, under each secret', () => {
  const names = new SenderNames(['the new one', 'the old one']);
  const [first, second, ...more] = names.underEach('alias', 'shop.example');
  assert.ok(isSender(first) && isSender(second) && first !== second);
  assert.deepEqual([first, more], [names.of('alias', 'shop.example'), []]);
  assert.equal(new SenderNames(['the old one']).of('alias', 'shop.example'), second);
});
