import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { composeTestMail } from './test-mail.ts';

const letter = { alias: 'alias-1000@alias.test', id: 'k2a', hostname: 'mx.alias.test', now: 0 };

async function read(subject: string, message: string) {
  const { chunks } = composeTestMail({ ...letter, subject, message });
  const octets = Buffer.concat(chunks);
  for (const line of octets.toString('latin1').split('\r\n')) {
    assert.match(line, /^[\x20-\x7e]{0,78}$/, 'short lines of ASCII');
  }
  return PostalMime.parse(octets);
}

test('what the visitor wrote arrives letter for letter', async () => {
  const texts = [
    ['Hello', 'If you can read this, it works.'],
    ['Grüße 👋 aus München, '.repeat(8).trim(), 'Zeile 1\n.Zeile 2\n\n.\nEnde\r\n'],
    ['=?utf-8?B?eA==?=', 'x'.repeat(5000)],
  ];
  for (const [subject = '', message = ''] of texts) {
    const mail = await read(subject, message);
    assert.equal(mail.subject, subject);
    assert.equal(
      mail.text?.replaceAll('\r\n', '\n').trimEnd(),
      message.replaceAll('\r\n', '\n').trimEnd(),
    );
    assert.equal(mail.to?.[0]?.address, letter.alias);
  }
});
