import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfTrace, fieldBody, readFields } from './header.ts';

const block = (text: string) => Buffer.from(text, 'latin1');

test('fields are found with their folded lines', () => {
  const header = block('Received: a\r\n\tb\r\nSubject : c\r\n d\r\nX:\r\n\r\n');
  const fields = readFields(header, 100);
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['received', 'subject', 'x'],
  );
  assert.deepEqual(
    fields.map((field) => fieldBody(header, field)),
    ['a\tb', 'c d', ''],
  );
});

test('lines that are no fields do no harm', () => {
  const header = block('From someone Sat\r\n folded first\r\n: no name\r\nnonsense\r\nA: b');
  assert.deepEqual(
    readFields(header, 100).map(({ name }) => name),
    ['a'],
  );
  assert.deepEqual(readFields(block(''), 100), []);
});

test('the trace on top ends where the first other field begins', () => {
  const header = block('Received: a\r\nReceived: b\r\nFrom: c\r\nReceived: d\r\n\r\n');
  const at = endOfTrace(readFields(header, 100));
  assert.equal(header.toString('latin1', at), 'From: c\r\nReceived: d\r\n\r\n');
});

test('no more fields are read than asked for', () => {
  assert.equal(readFields(block('A: b\r\n'.repeat(5000)), 1000).length, 1000);
});
