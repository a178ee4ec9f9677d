import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { HeaderBlock } from '../message/header-block.ts';
import { type ReplyHeading, replyHeader } from './header.ts';
import { MessageIds } from './message-ids.ts';

const ALIAS = 'alias-1000@alias.test';
const messageIds = new MessageIds({
  keys: [createSecretKey(Buffer.alloc(32, 1))],
  aliasDomains: ['alias.test'],
});
const NOW = Date.UTC(2026, 10, 22, 13, 32, 28);

const correspondents = new Map([
  ['rbob@alias.test', 'bob@example.com'],
  ['rcarol@alias.test', 'carol@example.net'],
]);

const heading: ReplyHeading = {
  alias: ALIAS,
  messageIds,
  sent: new Set(),
  hostname: 'mx.alias.test',
  id: 'k2a',
  now: NOW,
  isOwners: (address) => [ALIAS, 'jane@owner.test'].includes(address.toLowerCase()),
  open: (address) => correspondents.get(address.toLowerCase()),
  search: (text) => (/owner\.test/i.test(text) ? 'shows-owner' : 'clean'),
  sealedIds: new Map(),
};

const block = (lines: readonly string[]) =>
  HeaderBlock.read(Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'utf8'));

function header(lines: readonly string[], changes: Partial<ReplyHeading> = {}) {
  const made = replyHeader(block(lines), { ...heading, ...changes });
  return made.kind === 'header'
    ? made.fields.map(({ raw }) => raw)
    : `${made.reason} ${made.field}`;
}

test('a plain reply comes from the alias, and says when and what', () => {
  assert.deepEqual(
    header([
      'From: Jane Doe <jane@owner.test>',
      'To: "Bob" <rbob@alias.test>',
      'Subject: Re: tea',
      'Date: Sun, 22 Nov 2026 15:30:00 +0200',
      'Message-ID: <1@owner.test>',
    ]),
    [
      'Received: by mx.alias.test id k2a;\r\n\tSun, 22 Nov 2026 13:32:28 +0000',
      `From: "${ALIAS}" <${ALIAS}>`,
      'To: "Bob" <bob@example.com>',
      'Subject: Re: tea',
      'Date: Sun, 22 Nov 2026 13:30:00 +0000',
      `Message-ID: <${messageIds.seal('1@owner.test', ALIAS)}>`,
    ],
  );
});
