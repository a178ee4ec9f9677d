import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, summarize } from './reading.ts';

const octets = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const BOUNDARY = 'Content-Type: multipart/mixed; boundary=b';

test('a message is shown with its author and recipients, its text, and its attachments', async () => {
  const mail = octets(
    'From: Ann <ann@a.test>',
    'To: "Jane Doe" <jane@b.test>, john@b.test',
    'Subject: Hello',
    'Date: Sat, 21 Nov 2026 12:00:00 +0000',
    BOUNDARY,
    '',
    '--b',
    '',
    'Text',
    '--b',
    'Content-Type: text/html',
    '',
    '<b>Text</b>',
    '--b',
    'Content-Type: image/png',
    'Content-Disposition: attachment; filename="a.png"',
    '',
    // The parser counts a line end with it.
    'PNG',
    '--b--',
    '',
  );
  const { headers, text, html, ...rest } = await read(mail);
  assert.deepEqual(rest, {
    subject: 'Hello',
    from: 'Ann <ann@a.test>',
    to: 'Jane Doe <jane@b.test>, john@b.test',
    date: '2026-11-21T12:00:00.000Z',
    attachments: [{ name: 'a.png', type: 'image/png', octets: 4 }],
    cut: false,
  });
  assert.equal(headers.length, 5);
  assert.match(text, /^Text/);
  assert.match(html, /<b>Text<\/b>/);
});

/** A message with this many characters in its one part. */
const part = (type: string, length: number) =>
  octets(`Content-Type: ${type}`, '', 'x'.repeat(length));

test('up to 256 KiB of text and 1 MiB of HTML are shown, and the page says that it was cut', async () => {
  for (const [type, most] of [
    ['text/plain', 262_144],
    ['text/html', 1_048_576],
  ] as const) {
    const shown = async (length: number) => {
      const { text, html, cut } = await read(part(type, length));
      return { length: (type === 'text/html' ? html : text).length, cut };
    };
    // The parser ends the text with a line end of its own.
    assert.deepEqual(await shown(most - 1), { length: most, cut: false }, type);
    assert.deepEqual(await shown(most), { length: most, cut: true }, type);
  }
});

test('200 header lines of 2000 characters and 100 attachments are shown', async () => {
  const header = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: y`);
  const whole = await read(octets(...header(200), '', 'x'));
  assert.deepEqual([whole.headers.length, whole.cut], [200, false]);
  const more = await read(octets(...header(201), '', 'x'));
  assert.deepEqual([more.headers.length, more.cut], [200, true]);
  const long = 'z'.repeat(3000);
  const attached = [
    '--b',
    `Content-Type: image/png; name=${long}`,
    'Content-Disposition: attachment',
    '',
    'x',
  ];
  const parts = (count: number) => Array.from({ length: count }, () => attached).flat();
  const field = [`Subject: ${long}`, `From: ${long} <a@b.test>`, `To: ${long} <a@b.test>`];
  const many = await read(octets(...field, BOUNDARY, '', ...parts(101), '--b--', ''));
  assert.deepEqual([many.attachments.length, many.cut], [100, true]);
  const fields = [many.subject, many.from, many.to, many.headers[0], many.attachments[0]?.name];
  assert.deepEqual(
    fields.map((text) => text?.length),
    Array(5).fill(2000),
  );
  assert.ok(fields.every((text) => /^[zSFu]/.test(text ?? '')));
  const fit = await read(octets(BOUNDARY, '', ...parts(100), '--b--', ''));
  assert.deepEqual([fit.attachments.length, fit.cut], [100, false]);
});

test('4 MiB of a message are read, and 64 KiB of its header for the list', async () => {
  // In a part that is not shown, so that only the length of the message decides.
  const mail = (length: number) => {
    const start = octets('Content-Type: image/png', '', '');
    return Buffer.concat([start, Buffer.alloc(length - start.length, 'x')]);
  };
  assert.equal((await read(mail(4_194_304))).cut, false);
  const { cut, attachments } = await read(mail(4_194_305));
  assert.equal(cut, true);
  assert.ok((attachments[0]?.octets ?? 0) < 4_194_304);
  const summary = (filler: number) =>
    summarize(octets(`X: ${'y'.repeat(filler)}`, 'Subject: late', '', 'x'));
  assert.equal((await summary(65_000)).subject, 'late');
  assert.equal((await summary(66_000)).subject, '');
});

test('60,000 lines of a message are read: more would take seconds and a gigabyte', async () => {
  const mail = (lines: number) => octets('', '\n'.repeat(lines - 1));
  const whole = await read(mail(60_000));
  assert.equal(whole.cut, false);
  const more = await read(mail(120_000));
  assert.deepEqual([more.cut, more.text], [true, whole.text]);
});

test('a message that nests too deep is shown as source only, one that nests as usual is read', async () => {
  const nested = (depth: number) => {
    const lines = ['Content-Type: multipart/mixed; boundary=b0', ''];
    for (let i = 0; i < depth; i += 1) {
      lines.push(`--b${i}`, `Content-Type: multipart/mixed; boundary=b${i + 1}`, '');
    }
    return octets('Subject: nested', ...lines, `--b${depth}`, '', 'deep', '');
  };
  assert.match((await read(nested(40))).text, /deep/);
  const refused = await read(nested(60));
  assert.deepEqual([refused.text, refused.subject], ['', '']);
});

test('a header of more than 1 MiB is shown as source only', async () => {
  const long = (length: number) => octets('Subject: long', `X: ${'y'.repeat(length)}`, '', 'x');
  assert.equal((await read(long(1_000_000))).subject, 'long');
  assert.equal((await read(long(1_100_000))).subject, '');
});
