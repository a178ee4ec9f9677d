import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from './header-block.ts';

const read = (text: string) => HeaderBlock.read(Buffer.from(text, 'latin1'));

test('a field has its name, its text as written, and its position', () => {
  const text = 'Received: a\r\n\tb\r\nnonsense\r\nSubject \t: c\r\n d\r\n\r\n';
  const { all, complete } = read(text);
  const fields = all.map(({ name, raw, value }) => [name, raw, value]);
  assert.deepEqual(fields, [
    ['received', 'Received: a\r\n\tb', ' a\r\n\tb'],
    ['subject', 'Subject \t: c\r\n d', ' c\r\n d'],
  ]);
  for (const { start, end, raw } of all) assert.equal(text.slice(start, end), `${raw}\r\n`);
  assert.equal(complete, true);
});

test('fields of a name are listed from the top', () => {
  const block = read('A: 1\r\nB: 2\r\na: 3\r\n\r\n');
  const raws = block.fields('a').map(({ raw }) => raw);
  assert.deepEqual(raws, ['A: 1', 'a: 3']);
  assert.deepEqual(block.fields('constructor'), []);
});

test("stuffing dots count in a field's position, but are not in its text", () => {
  const text = '.A: b\r\n.\tc\r\n. .d\r\nE: f\r\n\r\n';
  const [first, second] = read(text).all;
  assert.equal(first?.raw, 'A: b\r\n\tc\r\n .d');
  assert.equal(text.slice(first.start, first.end), '.A: b\r\n.\tc\r\n. .d\r\n');
  assert.equal(second?.raw, 'E: f');
  assert.equal(read('.A: b\r\n\r\n').all[0]?.raw, 'A: b');
});

test('lines of a mailbox file are not fields', () => {
  const [field] = read('From ann Thu Jan 1\r\nA: b\r\n\r\n').all;
  assert.deepEqual([field?.raw, field?.start, field?.end], ['A: b', 20, 26]);
});

test('the relaxed form is the one of RFC 6376 section 3.4.5, and only SP and TAB are blanks', () => {
  const relaxed = (raw: string) => new HeaderField(raw).relaxed;
  assert.equal(relaxed('A: X\r\n'), 'a:X');
  assert.equal(relaxed('B : Y\t\r\n\tZ  \r\n'), 'b:Y Z');
  assert.equal(relaxed('C:\r\n \r\n D'), 'c:D');
  assert.equal(relaxed('E: \t '), 'e:');
  assert.equal(relaxed('F:\xa0 \x0b\x0c g\xa0'), 'f:\xa0 \x0b\x0c g\xa0');
});

test('a header above the limits is read up to them, and marked as incomplete', () => {
  const many = read('A: b\r\n'.repeat(1001));
  assert.deepEqual([many.all.length, many.complete], [1000, false]);
  const large = read(`A: b\r\nB: ${'x'.repeat(1_048_576)}\r\n\r\n`);
  assert.deepEqual([large.all.length, large.complete], [1, false]);
});
