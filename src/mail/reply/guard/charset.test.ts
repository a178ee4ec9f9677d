import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, judge, SHOWS, typed } from './guard.fixture.ts';

test('a charset is read under the names that mail programs give it', async () => {
  for (const [label, octets] of [
    ['cp932', '\x93\xfa\x96\x7b'],
    ['CP936', '\xc4\xe3\xba\xc3'],
    ['cp949', '\xb0\xa1'],
    ['MS950', '\xa7\x41'],
    ['cp874', '\xa1'],
    ['eucJP-ms', '\xc6\xfc'],
    ['euckr', '\xb0\xa1'],
    ['iso-2022-jp-ms', '\x1b$BFK\x1b(B'],
    ['_iso-2022-jp$ESC', '\x1b$BFK\x1b(B'],
    ['Latin-1', '\xfc'],
    ['unknown-8bit', '\xfc'],
  ] as const) {
    const mail = (text: string) => typed(`text/plain; charset="${label}"`, `${octets} ${text}`);
    assert.equal((await judge(mail('Hello'))).verdict, 'clean', label);
    assert.equal((await judge(mail(ADDRESS))).verdict, `${SHOWS} 0 text/plain`, label);
  }
});
