import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { composeTestMail } from './test-mail.ts';

const letter = { alias: 'alias-1000@alias.test', id: 'k2a', hostname: 'mx.alias.test', now: 0 };

async function read(subject: string, message: string, language = 'en') {
  const { chunks } = composeTestMail({ ...letter, subject, message, language });
  const octets = Buffer.concat(chunks);
  for (const line of octets.toString('latin1').split('\r\n')) {
    assert.match(line, /^[\x20-\x7e]{0,78}$/, 'short lines of ASCII');
  }
  assert.ok(octets.includes('From: Veilpost <postmaster@alias.test>\r\n'));
  const mail = await PostalMime.parse(octets);
  assert.equal(mail.to?.[0]?.address, letter.alias);
  const lines = (mail.text ?? '').split(/\r?\n/);
  return { subject: mail.subject, lines };
}

/** The lines below the first paragraph, which is ours. */
const quoteOf = (lines: string[]) => lines.slice(lines.indexOf('') + 1, -1);

test('the first line says in each language that a visitor wrote it, and for which alias', async () => {
  for (const [language, first] of [
    ['en', 'A visitor to this site wrote the text below to test the alias'],
    ['de', 'Jemand hat auf dieser Seite den Text unten geschrieben, um den Alias'],
  ] as const) {
    const { lines } = await read('Your account', 'Dear,\n\nhttps://x.example', language);
    assert.ok(lines[0]?.startsWith(`${first} ${letter.alias}`), lines[0]);
    assert.deepEqual(quoteOf(lines), ['> Dear,', '>', '> https://x.example']);
  }
});

test('every line of the visitor is quoted, whatever line ending it has', async () => {
  for (const end of ['\n', '\r\n', '\r', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029']) {
    const { lines } = await read('x', `one${end}The operator writes`);
    assert.deepEqual(quoteOf(lines), ['> one', '> The operator writes'], JSON.stringify(end));
  }
});

test('long lines are folded within the quote, so that mail programs show all of them inside it', async () => {
  const words = 'Grüße aus München 👋 '.repeat(40).trim();
  const { lines } = await read('x', `${words}\n${'y'.repeat(5000)}\n.\nEnd`);
  const quote = quoteOf(lines);
  for (const line of quote) assert.match(line, /^> .{1,72}$/u);
  const end = quote.indexOf(`> ${'y'.repeat(72)}`);
  const text = (part: string[], joint: string) => part.map((line) => line.slice(2)).join(joint);
  assert.equal(text(quote.slice(0, end), ' '), words);
  assert.equal(text(quote.slice(end, -2), ''), 'y'.repeat(5000));
  assert.deepEqual(quote.slice(-2), ['> .', '> End']);
});

test('terminal controls and bidirectional overrides are left out', async () => {
  const { subject, lines } = await read('a\u202eb\u2066c', 'x\u0000\u001b[31m\u202ey\u2069\tz');
  assert.equal(subject, '[Test] abc');
  assert.deepEqual(quoteOf(lines), ['> x[31my\tz']);
});

test('the subject is marked as a test, and otherwise as the visitor wrote it', async () => {
  const long = 'Grüße 👋 aus München, '.repeat(8).trim();
  for (const subject of ['Hello', long, '=?utf-8?B?eA==?=', 'x'.repeat(200)]) {
    assert.equal((await read(subject, 'x')).subject, `[Test] ${subject}`);
  }
});
