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
  const picture = attached('image/png', 'jane.png', ADDRESS);
  assert.equal((await judge(picture)).verdict, 'clean');
});

test('a name does not make a text of what is refused', async () => {
  for (const type of ['text/vcard', 'message/rfc822', 'application/pgp-keys']) {
    const { verdict } = await judge(attached(type, 'x.txt', 'x'));
    assert.equal(verdict, `reply-signed 2 ${type}`);
  }
});
