import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteLines } from './quoted-text.ts';

test('a quoted line has 72 characters at most, and is folded at a blank if it has one', () => {
  assert.deepEqual(quoteLines('a'.repeat(72)), [`> ${'a'.repeat(72)}`]);
  assert.deepEqual(quoteLines('a'.repeat(73)), [`> ${'a'.repeat(72)}`, '> a']);
  const words = 'word '.repeat(20).trim();
  const [first = '', second = ''] = quoteLines(words);
  assert.equal(first, `> ${'word '.repeat(14).trim()}`);
  assert.equal(second, `> ${'word '.repeat(6).trim()}`);
});

test('every line is quoted, an empty one with the mark alone', () => {
  assert.deepEqual(quoteLines('a\r\n\nb\u2028c'), ['> a', '>', '> b', '> c']);
});
