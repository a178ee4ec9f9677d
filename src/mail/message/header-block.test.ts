import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from './header-block.ts';
import { endOfMailboxLines, fieldBody, readFields } from './header.ts';

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

const block = (text: string) => Buffer.from(text, 'latin1');

test('fields are found with their folded lines', () => {
  const header = block('Received: a\r\n\tb\r\nSubject : c\r\n d\r\nX:\r\n\r\n');
  const fields = readFields(header, 100).map((one) => [one.name, fieldBody(header, one)]);
  assert.deepEqual(fields, [
    ['received', 'a\tb'],
    ['subject', 'c d'],
    ['x', ''],
  ]);
});

test('lines that are not fields are skipped, and the reader stops at the requested number', () => {
  const header = block('From someone Sat\r\n folded first\r\n: no name\r\nnonsense\r\nA: b');
  const names = readFields(header, 100).map(({ name }) => name);
  assert.deepEqual(names, ['a']);
  assert.deepEqual(readFields(block(''), 100), []);
  assert.equal(readFields(block('A: b\r\n'.repeat(5000)), 1000).length, 1000);
});

test('lines of a mailbox file end at the first field', () => {
  const from = 'From: a@b\r\nSubject: c\r\n\r\n';
  for (const lines of [
    '',
    'From bob Thu Jan  1 00:00:00 1970\r\n',
    'From bob@example.org: Thu\r\n',
    '>From bob Thu Jan  1\r\n',
    '>>From bob\r\n',
    'From bob Thu\r\n\tJan  1\r\n  1970\r\n',
    'From bob Thu\r\n>From ann Fri\r\nFrom \r\n',
    // With stuffing dots of the wire form.
    '.From bob Thu\r\n. Jan 1\r\n',
  ]) {
    const header = block(lines + from);
    assert.equal(endOfMailboxLines(header), lines.length, lines);
    assert.equal(readFields(header, 100, lines.length)[0]?.name, 'from');
  }
});

test('a field named From is not a mailbox-file line, and after a field there are no such lines', () => {
  const lines =
    'From: bob|From : bob|From \t: bob|>From: bob|>From : bob|from bob Thu|Fromage bob| From bob';
  const after = 'X: y\r\nFrom bob Thu Jan  1|\r\nFrom bob Thu Jan  1|';
  for (const header of `${lines}|${after}`.split('|').map((text) => `${text}\r\n\r\n`)) {
    assert.equal(endOfMailboxLines(block(header)), 0, header);
  }
});

test('a name of 997 octets is read, a longer one is not a field; its stuffing dot does not count', () => {
  const names = (text: string) => readFields(block(text), 100).map(({ name }) => name.length);
  assert.deepEqual(names(`X: y\r\n${'n'.repeat(997)}: y\r\n${'n'.repeat(998)}: y\r\n`), [1, 997]);
  assert.deepEqual(readFields(block('A: b\r\n.cd: e\r\n.: f\r\n'), 100), [
    { name: 'a', start: 0, end: 6 },
    { name: 'cd', start: 6, end: 14 },
  ]);
  const folded = block('A: b\r\n. c\r\n.\td\r\nE: f\r\n');
  const [field] = readFields(folded, 100);
  assert.ok(field);
  assert.equal(fieldBody(folded, field), 'b c\td');
});
