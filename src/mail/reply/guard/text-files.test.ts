import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, judge, mixed, part, SHOWS } from './guard.fixture.ts';

const attached = (type: string, name: string, content: string) =>
  mixed(
    part('Content-Type: text/plain', 'See the list.'),
    part(
      `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64`,
      Buffer.from(content, 'latin1').toString('base64'),
    ),
  );
const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1');

test('a text file is searched, whatever type the mail program has given it', async () => {
  for (const [type, name, content] of [
    ['application/octet-stream', 'notes.txt', `me: ${ADDRESS}`],
    ['application/octet-stream; charset=binary', 'Notes.TXT', `me: ${ADDRESS}`],
    ['application/vnd.ms-excel', 'people.csv', `1;${ADDRESS}`],
    ['application/vnd.ms-excel', 'people.csv', wide(`1;${ADDRESS}`)],
    ['application/octet-stream', 'page.html', `jane.doe@<b>nest</b>.example`],
    ['application/octet-stream', 'server.log', `sent for ${ADDRESS}`],
    ['application/octet-stream', 'data.json', '{"a":"jane.doe\\u0040nest.example"}'],
  ] as const) {
    const { verdict } = await judge(attached(type, name, content));
    assert.match(verdict, new RegExp(`^${SHOWS} 2 `), name);
    const other = content.replaceAll('n\0e\0s\0t', 'r\0e\0s\0t').replaceAll('nest', 'rest');
    assert.equal((await judge(attached(type, name, other))).verdict, 'clean', name);
  }
});

test('a file that is a text by its content is searched, whatever its type and name say', async () => {
  const patch = (text: string) => `From: Jane\n\n${'+ a line of it\n'.repeat(2000)}${text}\n`;
  const mark = (text: string) => `\ufeff${text}`;
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  const big = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('latin1');
  for (const [type, name, content] of [
    ['application/octet-stream', 'fix.patch', patch(ADDRESS)],
    ['application/octet-stream', 'README', `by ${ADDRESS}\x0c`],
    ['application/x-nobody; charset=x-nobody', 'x', `\x1b[1m ${ADDRESS}`],
    ['image/png', 'jane.png', ADDRESS],
    ['application/octet-stream', 'page', `${'x'.repeat(99)}\x01jane.doe@<b>nest</b>.example`],
    ['application/octet-stream', 'x', `${'x'.repeat(77)}\x7f ${ADDRESS}`],
    ['application/octet-stream', 'x', utf8(mark(`\x01\x02 ${ADDRESS}`))],
    ['application/octet-stream', 'x', wide(`${'x'.repeat(4096)} ${ADDRESS}`)],
    ['application/octet-stream', 'x', wide(ADDRESS).slice(2)],
    ['application/octet-stream', 'x', big(`\u4f60\u4f60 ${ADDRESS}`)],
    ['application/octet-stream', 'x', big(mark(ADDRESS))],
    ['application/octet-stream; charset=iso-8859-1', 'x', `\xfc ${ADDRESS}`],
  ] as const) {
    const { verdict } = await judge(attached(type, name, content));
    assert.match(verdict, new RegExp(`^${SHOWS} 2 `), JSON.stringify(content.slice(-99)));
    const other = content.replaceAll(/n\0?e\0?s\0?t/g, (nest) => nest.replace('n', 'r'));
    assert.equal((await judge(attached(type, name, other))).verdict, 'clean', name);
  }
});

test('pictures, office files and archives are unchanged', async () => {
  const noise = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 167) % 256)).toString(
    'latin1',
  );
  for (const beginning of [
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
    'PK\x03\x04\x14\0\x06\0',
    `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${noise}`,
    'MZ\x90\0\x03',
    '\x01\x02\x03',
    'a\0\0b',
    'binary\0',
    `${'x'.repeat(76)}\x7f`,
  ]) {
    const file = attached('application/octet-stream', 'x', `${beginning} ${ADDRESS}`);
    assert.equal((await judge(file)).verdict, 'clean', JSON.stringify(beginning));
  }
  assert.equal((await judge(attached('application/octet-stream', 'x', ''))).verdict, 'clean');
});

test('a text file name does not save a rejected type', async () => {
  for (const type of ['text/vcard', 'message/rfc822', 'application/pgp-keys']) {
    const { verdict } = await judge(attached(type, 'x.txt', 'x'));
    assert.equal(verdict, `reply-signed 2 ${type}`);
  }
});
