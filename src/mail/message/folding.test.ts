import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded } from './folding.ts';

const unfolded = (field: string) => field.replaceAll('\r\n', '');

test('a long field has lines of 78 characters, and says the same', () => {
  const field = `To: ${Array.from({ length: 40 }, (_, i) => `Bob ${i} <bob${i}@example.com>`).join(', ')}`;
  const lines = folded(field).split('\r\n');
  assert.ok(lines.length > 10);
  assert.ok(lines.every((line) => line.length <= 78));
  assert.ok(lines.slice(1).every((line) => /^ \S/.test(line)));
  assert.equal(unfolded(folded(field)), field);
});

test('a short field is one line', () => {
  assert.equal(folded('Cc: a@example.com'), 'Cc: a@example.com');
});

test('a word that is longer than a line stays whole, and its field begins beside its name', () => {
  const long = 'x'.repeat(300);
  assert.equal(folded(`References: ${long} ${long}`), `References: ${long}\r\n ${long}`);
});

test('no line is made of blanks alone', () => {
  const field = `To: "a${' '.repeat(200)}b" <bob@example.com>`;
  assert.equal(unfolded(folded(field)), field);
  assert.ok(
    folded(field)
      .split('\r\n')
      .every((line) => /\S/.test(line)),
  );
});
