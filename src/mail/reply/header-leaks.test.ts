import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyHeader } from './header.ts';
import { blockOf, heading } from './heading.fixture.ts';

/** The owner's marks that a reply must not show: address, name, machine, network, organization, keys, ids. */
const SECRETS = [
  'jane@owner.test',
  'jane%40owner.test',
  'Jane Canary',
  'SmFuZSBDYW5hcnk',
  'janes-laptop.lan',
  '192.0.2.77',
  '2001:db8::77',
  'owner.test',
  'Canary Widgets Ltd',
  'CANARYKEY',
  '555-0177',
  'Europe/Canary',
];
const ALL = SECRETS.join(' ');

/** Fields in which mail programs, servers and people identify themselves and their location. */
const TELLING = [
  'Bcc',
  'Reply-To',
  'Sender',
  'Return-Path',
  'Errors-To',
  'Delivered-To',
  'X-Original-To',
  'Envelope-To',
  'Apparently-To',
  'Apparently-From',
  'Resent-From',
  'Resent-To',
  'Resent-Cc',
  'Resent-Sender',
  'Resent-Message-ID',
  'Resent-Date',
  'Mail-Reply-To',
  'Mail-Followup-To',
  'Disposition-Notification-To',
  'Return-Receipt-To',
  'X-Confirm-Reading-To',
  'Received',
  'Received-SPF',
  'Authentication-Results',
  'ARC-Seal',
  'ARC-Message-Signature',
  'ARC-Authentication-Results',
  'DKIM-Signature',
  'DomainKey-Signature',
  'X-Google-DKIM-Signature',
  'X-Gm-Message-State',
  'X-Google-Smtp-Source',
  'X-Originating-IP',
  'X-Originating-Email',
  'X-Originating-Client',
  'X-MS-Exchange-CrossTenant-id',
  'X-MS-Exchange-Organization-AuthAs',
  'X-Authenticated-User',
  'X-Sender',
  'X-Get-Message-Sender-Via',
  'X-AntiAbuse',
  'X-Source-Auth',
  'X-Mailer',
  'User-Agent',
  'X-Face',
  'Face',
  'X-Apple-Mail-Remote-Attachments',
  'X-Uniform-Type-Identifier',
  'X-Universally-Unique-Identifier',
  'Autocrypt',
  'Autocrypt-Gossip',
  'OpenPGP',
  'X-PGP-Key',
  'Organization',
  'X-Organization',
  'X-Phone',
  'X-URL',
  'List-ID',
  'List-Unsubscribe',
  'List-Post',
  'List-Owner',
  'Thread-Index',
  'Thread-Topic',
  'Accept-Language',
  'X-Timezone',
  'Comments',
  'Keywords',
  'Content-ID',
  'Content-Location',
  'Content-Base',
  'Content-Description',
  'Original-From',
  'X-Original-From',
  'Original-Recipient',
  'Jabber-ID',
  'Supersedes',
  'Veilpost-Loop',
  'Message-ID-Hash',
  'X-Priority',
  'Priority',
];

const ALLOWED = [
  'Received From To Subject Date Message-ID In-Reply-To References Auto-Submitted Importance',
  'MIME-Version Content-Type',
]
  .join(' ')
  .split(' ');

test('sixty fields that reveal who and where the owner is, and unknown ones, are removed', () => {
  assert.ok(TELLING.length >= 60 && new Set(TELLING).size === TELLING.length);
  const made = replyHeader(
    blockOf([
      ...TELLING.map((name) => `${name}: ${ALL}`),
      `From: "Jane Canary (${ALL})" <jane@owner.test>`,
      'To: rbob@alias.test (Jane Canary)',
      'Subject: tea',
      'Date: Sun, 22 Nov 2026 15:30:00 +0200 (Europe/Canary)',
      'Message-ID: <CANARYKEY.1@janes-laptop.lan>',
      'In-Reply-To: "Jane Canary" wrote <bob1@example.com>',
      'References: (Jane Canary) <bob1@example.com> <2@owner.test>',
      'MIME-Version: 1.0 (janes-laptop.lan)',
      'Auto-Submitted: auto-replied; owner-email="jane@owner.test"',
      'Importance: high (Jane Canary)',
      'Content-Type: text/plain',
      ...TELLING.map((name) => `${name.toUpperCase()} : again\r\n\t${ALL}`),
    ]),
    heading,
  );
  assert.ok(made.kind === 'header');
  const raw = made.fields.map((field) => `${field.raw}\r\n`).join('');
  for (const secret of SECRETS) {
    assert.ok(!raw.toLowerCase().includes(secret.toLowerCase()), secret);
  }
  assert.ok(!/\+0200/.test(raw), 'the zone is gone');
  assert.deepEqual(
    made.fields.map((field) => field.raw.slice(0, field.colon)),
    ALLOWED,
  );
});

test('a rejection names the field, but not its value', () => {
  for (const name of ['Subject', 'To', 'Cc', 'Content-Type', 'Date', 'References']) {
    for (const value of [ALL, `<jane@owner.test>`, 'x@janes-laptop.lan']) {
      const made = replyHeader(
        blockOf([`${name}: ${value}`, `${name}: another`, 'Subject: Jane Canary']),
        heading,
      );
      assert.ok(made.kind === 'refused');
      assert.match(made.reason, /^reply-(?:others|shows-address|header|mime|report)$/);
      assert.match(made.field, /^(?:subject|to|cc|content-type|date|references)$/);
    }
  }
});
