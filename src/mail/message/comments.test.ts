import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutComments } from './comments.ts';

test('each comment becomes a blank, whatever it contains; a quoted string has none, and an unclosed one may stay', () => {
  for (const [text, expected] of [
    ['a(b)c', 'a c'],
    ['a(b (c) d)e', 'a e'],
    ['(a \\) b)c', ' c'],
    ['(")c', ' c'],
    ['"(a)"(b)', '"(a)" '],
    ['"a\\"(b)"(c)', '"a\\"(b)" '],
    ['a\\(b(c)', 'a\\(b '],
    ['a)b(c)', 'a)b '],
    ['a(b', 'a'],
    ['a(b(c)d', 'a'],
  ] as const) {
    assert.equal(withoutComments(text), expected, text);
  }
  // An unclosed comment stays if the caller asks for that.
  assert.equal(withoutComments('a(b)c(d(e)', 'kept'), 'a c(d(e)');
});
