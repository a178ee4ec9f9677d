import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64, colonList, readTags } from './tag-list.ts';

const read = (text: string) => {
  const tags = readTags(text);
  return tags && Object.fromEntries(tags);
};

test('values have no folding white space around them; other octets that look like blanks stay', () => {
  assert.deepEqual(read('v=\xa01\xa0'), { v: '\xa01\xa0' });
  assert.deepEqual(read('v=1; a = b c ;\r\n\td=\te=f'), { v: '1', a: 'b c', d: 'e=f' });
  assert.deepEqual(read('v=1;'), { v: '1' });
  assert.deepEqual(read('v=1; \r\n '), { v: '1' });
  assert.deepEqual(read('p='), { p: '' });
  assert.deepEqual(read('constructor=1'), { constructor: '1' });
});

test('a list with an empty tag before the end, a repeated name or an invalid name is invalid', () => {
  const many = [';v=1', 'v=1;;', 'v=1;;a=b', 'v=1; v=1'];
  for (const text of ['', ';', ...many, '1v=1', 'v w=1', '=1', 'v', 'v=\0', 'v=\x0b1']) {
    assert.equal(read(text), undefined, text);
  }
});

test('a list above 16 KB is not parsed', () => {
  assert.notEqual(read(`v=${'1'.repeat(16_000)}`), undefined);
  assert.equal(read(`v=${'1'.repeat(16_384)}`), undefined);
});

test('base64 may be folded anywhere, and needs no padding', () => {
  assert.equal(base64('QU\r\n\tJD RA')?.toString(), 'ABCD');
  assert.equal(base64('QUJDRA==')?.toString(), 'ABCD');
  for (const text of ['', ' ', 'QU-D', 'QUJD=RA', '=', 'QUJDRA===']) {
    assert.equal(base64(text), undefined, text);
  }
});

test('a colon-separated list gives its items without blanks', () => {
  assert.deepEqual(colonList('from : to\r\n\t:subject'), ['from', 'to', 'subject']);
});
