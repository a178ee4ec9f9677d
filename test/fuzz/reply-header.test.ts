import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { readDateTime } from '#mail/message/date-time.ts';
import { HeaderBlock } from '#mail/message/header-block.ts';
import { type ReplyHeading, replyHeader } from '#mail/reply/header.ts';
import { MessageIds } from '#mail/reply/message-ids.ts';
import { readThread } from '#mail/reply/thread.ts';
import { fuzz, fuzzAtLeast } from './fuzzing.ts';

const ALIAS = 'alias-1000@alias.test';
const OTHER = 'alias-1001@alias.test';
const messageIds = new MessageIds({
  keys: [createSecretKey(Buffer.alloc(32, 1)), createSecretKey(Buffer.alloc(32, 2))],
  aliasDomains: ['alias.test'],
});

const heading: ReplyHeading = {
  alias: ALIAS,
  isOwners: (address) => address === 'jane@owner.test' || address === ALIAS,
  open: (address) => (address.startsWith('r') ? 'bob@example.com' : undefined),
  search: (text) => (text.includes('owner') ? 'shows-owner' : 'clean'),
  messageIds,
  sent: new Set(['sent@mail.test']),
  contentType: undefined,
  sealedIds: new Map([['root@owner.test', 'm.abc@alias.test']]),
  hostname: 'mx.alias.test',
  id: 'k2a',
  now: Date.UTC(2026, 10, 22),
};

const HEADER = Buffer.from(
  [
    'From: Jane <jane@owner.test>',
    'To: "Bob (b)" <rb@alias.test>, jane@owner.test',
    'Cc: friends: Carol <rc@alias.test>;',
    'Subject: =?utf-8?q?tea?=',
    'Date: Sun, 22 Nov 2026 15:30:00 +0200 (CEST)',
    'Message-ID: <1@owner.test>',
    'In-Reply-To: <2@example.com>',
    `References: <2@example.com>\r\n\t<sent@mail.test> <${messageIds.seal('3@owner.test', ALIAS)}>`,
    'MIME-Version: 1.0',
    'Auto-Submitted: auto-replied',
    'Importance: high',
    'Content-Type: multipart/related; start="<root@owner.test>"; boundary=b',
    '',
  ].join('\r\n'),
);
const ALPHABET = Buffer.from('\r\n\t ,;:<>@()"\\=?.rjm\xe4\xff', 'latin1');

const NAMES =
  /^(?:Received|From|To|Cc|Subject|Date|Message-ID|In-Reply-To|References|Auto-Submitted|Importance|MIME-Version|Content-(?:Type|Transfer-Encoding|Disposition|Language)):/;

fuzzAtLeast(
  51,
  'the new header has only its own fields, whatever the owner’s header contains',
  (chance) => {
    const octets = chance.mutate(HEADER, ALPHABET);
    // Other octets never reach us: SMTP rejects a bare CR or LF.
    const wire = octets.toString('latin1').replaceAll(/\r(?!\n)|(?<!\r)\n/g, '');
    const made = replyHeader(HeaderBlock.read(Buffer.from(wire, 'latin1')), heading);
    if (made.kind === 'refused') return false;
    const text = made.fields.map(({ raw }) => `${raw}\r\n`).join('');
    assert.ok(!text.includes('owner'), text);
    const again = HeaderBlock.read(Buffer.from(text, 'latin1'));
    assert.equal(again.all.length, made.fields.length, text);
    for (const { raw } of again.all) assert.match(raw, NAMES);
    const names = again.all.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, text);
    for (const name of ['received', 'from', 'date', 'message-id']) assert.ok(names.includes(name));
    assert.notEqual(readDateTime(again.fields('date')[0]?.value ?? ''), undefined);
    assert.ok(readThread(again).own?.startsWith('m.'), text);
    for (const line of text.split('\r\n')) assert.ok(line.length <= 998, line);
    return true;
  },
);

fuzz('every sealed id can be opened again, but only for its alias', (chance) => {
  const alphabet = Buffer.from('abc.@<>[] \0\xe4\xff', 'latin1');
  const id = chance
    .mutate(Buffer.from('CAF1.2@mail.example'), alphabet)
    .toString('latin1')
    .replaceAll('\0', '')
    .repeat(1 + chance.upTo(chance.oneOf([1, 3, 30])));
  if (id === '') return;
  const sealed = messageIds.seal(id, ALIAS);
  const opens = id.length <= 400 ? id : undefined;
  assert.deepEqual(messageIds.read(sealed, ALIAS), { kind: 'ours', id: opens });
  assert.deepEqual(messageIds.read(sealed, OTHER), { kind: 'strange' });
  assert.equal(messageIds.seal(id, ALIAS), sealed);
  assert.match(sealed, /^m\.[\w-]+@alias\.test$/);
  const back = messageIds.openIn(`<a@b> <${sealed}>`, ALIAS);
  assert.equal(back, `<a@b> <${opens ?? sealed}>`);
});

fuzz('an id with a changed octet is invalid, or another one', (chance) => {
  const alphabet = Buffer.from('abcXYZ019-_=+/.@m');
  const sealed = messageIds.seal('1@owner.test', ALIAS);
  const changed = chance.mutate(Buffer.from(sealed), alphabet).toString('latin1');
  const { kind } = messageIds.read(changed, ALIAS);
  assert.equal(kind === 'ours', changed === sealed, changed);
  messageIds.openIn(`<${changed}>`, ALIAS);
});

fuzz('a date is read or rejected, and never throws', (chance) => {
  const alphabet = Buffer.from('0123456789 +-:,()\\"SunNovGMT\r\n');
  const text = chance.mutate(Buffer.from('Sun, 22 Nov 2026 15:30:00 +0200 (CEST)'), alphabet);
  const moment = readDateTime(text.toString('latin1'));
  if (moment === undefined) return;
  const year = new Date(moment).getUTCFullYear();
  assert.ok(year >= 1899 && year <= 9999, `${year}`);
});
