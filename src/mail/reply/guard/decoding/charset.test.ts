import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, judge, SHOWS, typed } from '../guard.fixture.ts';

test('a charset is recognized under the names that mail programs use', async () => {
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
    ['utf_8', '\xc3\xbc'],
    ['utf8mb4', '\xc3\xbc'],
    ['ISO_8859_15', '\xa4'],
    ['iso8859_1', '\xfc'],
    ['latin_1', '\xfc'],
    ['us_ascii', 'x'],
    ['windows1251', '\xe0'],
    ['Win-1252', '\xfc'],
    ['cp850', '\x81'],
    ['IBM437', '\x81'],
    ['x-mac-ce', '\x9f'],
    ['MacRoman', '\x9f'],
    ['tis620', '\xa1'],
    ['sjis-win', '\x93\xfa\x96\x7b'],
    ['eucJP-win', '\xc6\xfc'],
    ['iso-2022-jp-2', '\x1b$BFK\x1b(B'],
    ['gb2312-80', '\xc4\xe3'],
    ["'utf-8'", '\xc3\xbc'],
    ['x-unknown', '\xfc'],
    ['8bit', '\xfc'],
  ] as const) {
    const mail = (text: string) => typed(`text/plain; charset="${label}"`, `${octets} ${text}`);
    assert.equal((await judge(mail('Hello'))).verdict, 'clean', label);
    assert.equal((await judge(mail(ADDRESS))).verdict, `${SHOWS} 0 text/plain`, label);
  }
});

test('a charset with other octets for ASCII, or an unknown charset, cannot be searched', async () => {
  for (const label of [
    'utf-7',
    'utf-32',
    'hz-gb-2312',
    'iso-2022-kr',
    'ibm037',
    'cp500',
    'x-nobody',
  ]) {
    const { verdict } = await judge(typed(`text/plain; charset="${label}"`, 'Hello'));
    assert.equal(verdict, 'reply-mime 0 text/plain', label);
  }
});

test('a letter beyond ASCII in an address is found under each name of its charset', async () => {
  for (const [label, letter] of [
    ['iso8859_5', '\xd6'],
    ['windows1251', '\xe6'],
  ] as const) {
    const mail = typed(`text/plain; charset=${label}`, `${letter}@nest.example`);
    const { verdict } = await judge(mail, { address: '\u0436@nest.example' });
    assert.equal(verdict, `${SHOWS} 0 text/plain`, label);
  }
});
