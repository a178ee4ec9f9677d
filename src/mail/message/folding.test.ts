import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, withoutComments, withoutTrailingFolding } from './folding.ts';

const unfolded = (field: string) => field.replaceAll('\r\n', '');

test('a long field has lines of 78 characters, and unfolds to the same text', () => {
  const field = `To: ${Array.from({ length: 40 }, (_, i) => `Bob ${i} <bob${i}@example.com>`).join(', ')}`;
  const lines = folded(field).split('\r\n');
  assert.ok(lines.length > 10);
  assert.ok(lines.every((line) => line.length <= 78));
  assert.ok(lines.slice(1).every((line) => /^ \S/.test(line)));
  assert.equal(unfolded(folded(field)), field);
});

test('a word longer than a line stays whole, and its field begins on the line of its name', () => {
  assert.equal(folded('Cc: a@example.com'), 'Cc: a@example.com');
  const long = 'x'.repeat(300);
  assert.equal(folded(`References: ${long} ${long}`), `References: ${long}\r\n ${long}`);
});

test('no line consists of blanks only', () => {
  const field = `To: "a${' '.repeat(200)}b" <bob@example.com>`;
  assert.equal(unfolded(folded(field)), field);
  const lines = folded(field).split('\r\n');
  assert.ok(lines.every((line) => /\S/.test(line)));
});

test('trailing blanks are removed, and octets of letters are kept', () => {
  assert.equal(withoutTrailingFolding('Bob \t\r\n '), 'Bob');
  assert.equal(withoutTrailingFolding(' \r\n'), '');
  const voila = Buffer.from('Voil\u00e0 ').toString('latin1');
  assert.equal(Buffer.from(withoutTrailingFolding(voila), 'latin1').toString(), 'Voil\u00e0');
});

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
