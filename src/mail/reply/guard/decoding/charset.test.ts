import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, judge, SHOWS, typed } from '../guard.fixture.ts';

test('a charset is recognized under the names that mail programs use', async () => {
  for (const [octets, labels] of [
    ['\x93\xfa\x96\x7b', 'cp932 sjis-win'],
    ['\xc4\xe3\xba\xc3', 'CP936 gb2312-80'],
    ['\xb0\xa1', 'cp949 euckr'],
    ['\xa7\x41', 'MS950'],
    ['\xa1', 'cp874 tis620'],
    ['\xc6\xfc', 'eucJP-ms eucJP-win'],
    ['\x1b$BFK\x1b(B', 'iso-2022-jp-ms _iso-2022-jp$ESC iso-2022-jp-2'],
    ['\xfc', 'Latin-1 unknown-8bit iso8859_1 latin_1 Win-1252 x-unknown 8bit'],
    ['\xc3\xbc', "utf_8 utf8mb4 'utf-8'"],
    ['\xa4', 'ISO_8859_15'],
    ['x', 'us_ascii'],
    ['\xe0', 'windows1251'],
    ['\x81', 'cp850 IBM437'],
    ['\x9f', 'x-mac-ce MacRoman'],
  ] as const) {
    for (const label of labels.split(' ')) {
      const mail = (text: string) => typed(`text/plain; charset="${label}"`, `${octets} ${text}`);
      assert.equal((await judge(mail('Hello'))).verdict, 'clean', label);
      assert.equal((await judge(mail(ADDRESS))).verdict, `${SHOWS} 0 text/plain`, label);
    }
  }
});

test('a charset with other octets for ASCII, or an unknown charset, cannot be searched', async () => {
  const labels = 'utf-7 utf-32 hz-gb-2312 iso-2022-kr ibm037 cp500 x-nobody';
  for (const label of labels.split(' ')) {
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
