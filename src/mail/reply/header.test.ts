import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from '../message/header-block.ts';
import { replyHeader } from './header.ts';
import { ALIAS, blockOf, headerOf, heading, messageIds, OTHER_ALIAS } from './heading.fixture.ts';

const sealed = (id: string) => `<${messageIds.seal(id, ALIAS)}>`;
const TO = 'To: rbob@alias.test';

/** One field of the new header. */
function fieldOf(name: string, lines: readonly string[], changes = {}): string | undefined {
  const made = headerOf([TO, ...lines], changes);
  return typeof made === 'string' ? made : made[name];
}

/** Further fields that a reply does not keep; the promises of replies try sixty of them. */
const FOREIGN = ['Reply-To', 'Sender', 'Bcc', 'Received', 'Organization', 'Comments', 'List-ID'];

test('a plain reply comes from the alias, with our header in our order', () => {
  const made = replyHeader(
    blockOf([
      'mime-version: 1.0 (Apple Message framework v15)',
      'IMPORTANCE: High',
      'content-type: text/plain; charset=utf-8;\r\n\tformat=flowed',
      'Content-transfer-encoding: 8bit',
      'From: Jane Doe <jane@owner.test>',
      'To: "Bob" <rbob@alias.test>',
      'Cc: rcarol@alias.test',
      'SUBJECT: Re: tea',
      'Date: Sun, 22 Nov 2026 15:30:00 +0200 (CEST)',
      'Message-ID: <1@owner.test>',
      'In-Reply-To: <bob1@example.com>',
      'References: <bob1@example.com>',
      'X-Mailer: Mail of Jane',
      ...FOREIGN.map((name) => `${name}: jane@owner.test`),
    ]),
    heading,
  );
  assert.ok(made.kind === 'header');
  assert.deepEqual(
    made.fields.map(({ raw }) => raw),
    [
      'Received: by mx.alias.test id k2a;\r\n\tSun, 22 Nov 2026 13:32:28 +0000',
      `From: "${ALIAS}" <${ALIAS}>`,
      'To: "Bob" <bob@example.com>',
      'Cc: <Carol@example.net>',
      'Subject: Re: tea',
      'Date: Sun, 22 Nov 2026 13:30:00 +0000',
      `Message-ID: ${sealed('1@owner.test')}`,
      'In-Reply-To: <bob1@example.com>',
      'References: <bob1@example.com>',
      'Importance: high',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8;\r\n\tformat=flowed',
      'Content-Transfer-Encoding: 8bit',
    ],
  );
  assert.equal(made.utf8, false);
});

test('kept fields are unchanged, and a vacation reply remains one', () => {
  const rows: [line: string, value: string | undefined][] = [
    ['Subject: =?utf-8?q?T=C3=BCr?=', '=?utf-8?q?T=C3=BCr?='],
    ['Subject: T\u00fcr', 'T\u00fcr'],
    ['Subject: a\r\n  b\r\n\tc', 'a\r\n  b\r\n\tc'],
    ['Subject:', ''],
    ['Subject: Voil\u00e0 \r\n ', 'Voil\u00e0'],
    ['Subject : old style', 'old style'],
    ['Date: Mon, 23 Nov 2026 00:00:00 -0530', 'Mon, 23 Nov 2026 05:30:00 +0000'],
    ['Date: Sun, 22 Nov 26 08:32:28 EST', 'Sun, 22 Nov 2026 13:32:28 +0000'],
    ['Date: today', 'Sun, 22 Nov 2026 13:32:28 +0000'],
    ['Content-Disposition: inline', 'inline'],
    ['Content-Language: de, en', 'de, en'],
    ['MIME-Version: 1.0 (Jane)', '1.0'],
    ['Importance: Low', 'low'],
    ['Importance: jane', undefined],
    ['Auto-Submitted: (vacation) Auto-Replied', 'auto-replied'],
    ['Auto-Submitted: No', 'no'],
    ['Auto-Submitted: auto-notified; owner-email="jane@owner.test"', 'auto-notified'],
    ['Auto-Submitted: auto-jane', 'auto-generated'],
    ['Auto-Submitted:', 'auto-generated'],
  ];
  for (const [line, value] of rows) {
    const [name = ''] = line.split(/ ?:/, 1);
    assert.equal(fieldOf(name, [line]), value, line);
  }
});

test('a kept field that shows the owner rejects the message, and only its name is reported', () => {
  const rows: [line: string, refusal: string][] = [
    ['Subject: from jane@owner.test', 'reply-shows-address subject'],
    ['Content-Type: text/plain; name=jane.txt', 'reply-shows-address content-type'],
    ['Content-Type: multipart/mixed; boundary="owner.test"', 'reply-shows-address content-type'],
    ['Content-Transfer-Encoding: 7bit (jane)', 'reply-shows-address content-transfer-encoding'],
    ['Content-Disposition: inline; filename=jane', 'reply-shows-address content-disposition'],
    ['Content-Language: en (Jane)', 'reply-shows-address content-language'],
    ['Subject: =?x-unknown?q?a?=', 'reply-mime subject'],
    ['Content-Type: text/plain; name="=?x-unknown?q?a?="', 'reply-mime content-type'],
    ['Content-Type: multipart/report; report-type=delivery-status', 'reply-report content-type'],
    ['Content-Type: (c) Multipart (c) / \r\n Report;a=b', 'reply-report content-type'],
    ['Cc: dave@example.org', 'reply-others cc'],
  ];
  for (const [line, refusal] of rows) assert.equal(headerOf([TO, line]), refusal, line);
});

test('if one field is allowed, two that differ reject the message, and an identical copy does not', () => {
  const rows: [name: string, one: string, another: string][] = [
    ['Subject', 'a', 'b'],
    ['Date', 'Sun, 22 Nov 2026 13:32:28 +0000', 'Sun, 22 Nov 2026 13:32:29 +0000'],
    ['Message-ID', '<a@b>', '<c@d>'],
    ['In-Reply-To', '<a@b>', '<c@d>'],
    ['References', '<a@b>', '<c@d>'],
    ['MIME-Version', '1.0', '1.1'],
    ['Content-Type', 'text/plain', 'text/html'],
    ['Content-Transfer-Encoding', '7bit', '8bit'],
    ['Content-Disposition', 'inline', 'attachment'],
    ['Content-Language', 'en', 'de'],
    ['Auto-Submitted', 'no', 'auto-replied'],
    ['Importance', 'low', 'high'],
  ];
  for (const [name, one, another] of rows) {
    const refusal = `reply-header ${name.toLowerCase()}`;
    assert.equal(headerOf([TO, `${name}: ${one}`, `${name}: ${another}`]), refusal);
    const once = headerOf([TO, `${name}: ${one}`]);
    assert.deepEqual(headerOf([TO, `${name}: ${one}`, `${name.toLowerCase()}:  ${one} `]), once);
  }
  assert.deepEqual(headerOf(['To: rbob@alias.test', 'To: rcarol@alias.test']), {
    ...Object(headerOf([TO])),
    To: '<bob@example.com>, <Carol@example.net>',
  });
});

test('a header with too many fields is rejected', () => {
  const all = HeaderBlock.read(Buffer.from(`${TO}\r\nX: y\r\n`), { octets: 1000, fields: 1 });
  const refused = { kind: 'refused', reason: 'reply-header', field: '' };
  assert.deepEqual(replyHeader(all, heading), refused);
});

test('the owner’s ids are sealed, and the correspondents’ ids and sealed ids stay', () => {
  const own = messageIds.seal('own@owner.test', ALIAS);
  const elsewhere = messageIds.seal('own@owner.test', OTHER_ALIAS);
  const made = headerOf(
    [
      TO,
      'Message-ID: <3@mail.provider.test>',
      `In-Reply-To: <2@mail.provider.test>`,
      `References: <bob1@example.com> <1@owner.test>\r\n <2@mail.provider.test> <${own}> <${elsewhere}> <x.JANE@isp.test>`,
    ],
    { sent: new Set(['2@mail.provider.test']) },
  );
  assert.ok(typeof made !== 'string');
  assert.equal(made['Message-ID'], sealed('3@mail.provider.test'));
  assert.equal(made['In-Reply-To'], sealed('2@mail.provider.test'));
  assert.deepEqual(made['References']?.split(/\s+/), [
    '<bob1@example.com>',
    sealed('1@owner.test'),
    sealed('2@mail.provider.test'),
    `<${own}>`,
    sealed(elsewhere),
    sealed('x.JANE@isp.test'),
  ]);
  const lines = `References: ${made['References']}`.split('\r\n');
  assert.ok(lines.every((line) => line.length <= 78 || line.split('<').length === 2));
  const long = fieldOf('References', [`References: ${'(x) '.repeat(5000)}<a@b>`]);
  assert.equal(long, '<a@b>', 'this field may be long');
});

test('a message without a valid Message-ID gets one', () => {
  for (const line of ['X: y', 'Message-ID: jane', 'Message-ID: <jane doe@owner.test>']) {
    assert.equal(fieldOf('Message-ID', [line]), sealed('k2a'), line);
  }
});

test('Content-Type names the Content-IDs that the guard has sealed, and the boundary that it wrote', () => {
  const line = 'Content-Type: multipart/related; start="<root@owner.test>"; boundary=b';
  assert.equal(fieldOf('Content-Type', [line]), 'reply-shows-address content-type');
  const sealedIds = new Map([['root@owner.test', 'm.abc@alias.test']]);
  const related = 'multipart/related; start="<m.abc@alias.test>"; boundary=b';
  assert.equal(fieldOf('Content-Type', [line], { sealedIds }), related);
  const contentType = new HeaderField('Content-Type: multipart/mixed; boundary="new"');
  const lines = ['Content-Type: multipart/mixed; boundary="owner.test"', 'Content-Language: en'];
  const made = headerOf(lines, { contentType });
  assert.ok(typeof made !== 'string');
  assert.equal(made['Content-Type'], 'multipart/mixed; boundary="new"');
  assert.equal(made['Content-Language'], 'en');
});
