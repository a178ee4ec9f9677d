import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeWords } from './encoded-words.ts';

test('encoded words are read wherever they are', () => {
  for (const [field, expected] of [
    ['no word', 'no word'],
    ['a =?utf-8?Q?b=C3=BC_c?= d', 'a b\u00fc c d'],
    ['=?UTF-8?b?w7w=?=', '\u00fc'],
    ['=?utf-8*de?Q?a?=', 'a'],
    ['=?utf-8?Q?a?= =?utf-8?Q?b?=\r\n =?iso-8859-1?Q?=FC?= c', 'ab\u00fc c'],
    ['=?utf-8?Q?=C3?=\r\n\t=?UTF-8?Q?=BC?=', '\u00fc'],
    ['=?utf-8?B?ww==?= =?utf-8?Q?=BC?=', '\u00fc'],
    ['=?utf-8?Q?a?= b =?utf-8?Q?c?=', 'a b c'],
    ['name="=?utf-8?Q?a b?="', 'name="a b"'],
    ['\xc3\xbc =?utf-8?X?a?=', '\u00fc =?utf-8?X?a?='],
  ] as const) {
    assert.deepEqual(decodeWords(field), { text: expected, readable: true }, field);
  }
  assert.deepEqual(decodeWords('a =?x-nobody?Q?b?= c'), { text: 'a  c', readable: false });
});
