import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS } from './guard.fixture.ts';
import { needlesOf } from './needles.ts';
import { searchHeader } from './search-header.ts';

const owner = needlesOf({
  address: ADDRESS,
  mailFrom: '',
  aliasDomain: 'alias.test',
  sharedProvider: true,
});

test("a program's words before an address in a file name do not hide it", () => {
  for (const name of [
    `${ADDRESS}.pdf`,
    `backup-${ADDRESS}.zip`,
    `invoice_2026_${ADDRESS}.pdf`,
    `Kontakte.${ADDRESS}.csv`,
  ]) {
    const finding = searchHeader(`Content-Disposition: attachment; filename="${name}"`, owner);
    assert.equal(finding, 'shows-owner', name);
  }
  const another = `Content-Disposition: attachment; filename="mary${ADDRESS}.pdf"`;
  assert.equal(searchHeader(another, owner), 'clean');
});

test('comments, quotes and backslashes in an address do not hide it', () => {
  for (const broken of [
    'jane.(x)doe@(y)nest.example',
    'ja"ne".doe@nest.example',
    '"ja\\ne.doe"@nest.example',
  ]) {
    assert.equal(searchHeader(`Subject: ${broken}`, owner), 'shows-owner', broken);
  }
});

test('each encoded word starts fresh, whatever state the previous word left', () => {
  const word = (charset: string, octets: string) => {
    const escaped = Array.from(Buffer.from(octets, 'latin1'), (octet) => `=${octet.toString(16)}`);
    return `=?${charset}?Q?${escaped.join('')}?=`;
  };
  const kanji = '\x1b$BFK';
  for (const [name, subject] of [
    // RFC 1468: the first word ends without switching back to ASCII.
    ['in the same charset', `${word('iso-2022-jp', kanji)} ${word('iso-2022-jp', ADDRESS)}`],
    ['folded', `${word('ISO-2022-JP', kanji)}\r\n\t${word('iso-2022-jp', ADDRESS)}`],
    ['in another charset', `${word('iso-2022-jp', kanji)} ${word('utf-8', ADDRESS)}`],
    ['behind text', `${word('iso-2022-jp', kanji)} from ${word('iso-2022-jp', ADDRESS)}`],
    ['behind half a character', `${word('shift_jis', 'x\x81')} ${word('shift_jis', ADDRESS)}`],
    ['in Chinese', `${word('gbk', '\x81')} ${word('gbk', ADDRESS)} ${word('big5', '\x81')}`],
    [
      'cut',
      `${word('iso-2022-jp', `${kanji}\x1b(Bjane`)} ${word('iso-2022-jp', ADDRESS.slice(4))}`,
    ],
  ] as const) {
    assert.equal(searchHeader(`Subject: ${subject}`, owner), 'shows-owner', name);
  }
  const japanese = word('iso-2022-jp', `${kanji}\x1b(B`);
  assert.equal(searchHeader(`Subject: ${japanese} ${japanese}`, owner), 'clean');
});

test('a word in UTF-16, which programs read in either byte order, counts as unreadable', () => {
  const big = Buffer.from(ADDRESS, 'utf16le').swap16();
  const subject = `Subject: =?utf-16?B?${big.toString('base64')}?=`;
  assert.equal(searchHeader(subject, owner), 'unreadable');
  const file = "Content-Disposition: attachment; filename*=utf-16''%00x";
  assert.equal(searchHeader(file, owner), 'unreadable');
});
