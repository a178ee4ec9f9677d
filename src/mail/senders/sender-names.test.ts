import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSender, SenderNames } from './sender-names.ts';

test('the name of a sender in a call is a text of the form of our MACs', () => {
  const name = new SenderNames(['secret']).of('alias', 'shop.example');
  for (const [value, expected] of [
    [name, true],
    [name.slice(1), false],
    [`${name}x`, false],
    [[name], false],
    [undefined, false],
  ] as const) {
    assert.equal(isSender(value), expected, String(value));
  }
});
