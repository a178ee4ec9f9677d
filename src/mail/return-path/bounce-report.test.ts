import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf } from '../message/message.ts';
import { bounceReport } from './bounce-report.ts';

const FAR = messageOf([
  'From: MAILER-DAEMON@mailbox.test',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
  '',
  '--x',
  'Content-Type: message/delivery-status',
  '',
  'Final-Recipient: rfc822; jane.doe@mailbox.test',
  'Action: delayed',
  'Status: 4.2.2',
  '--x--',
  '',
]);
const MADE = { hostname: 'mx.alias.test', now: Date.UTC(2026, 10, 21, 12), boundary: 'id' };

const ALIAS = 'alias-4827@alias.test';

const report = (
  forwardPath: string,
  alias?: string,
  about: 'mail' | 'reply' = 'mail',
  far = FAR,
) => {
  const made = bounceReport(far, { forwardPath, about, alias }, MADE);
  assert.ok(made);
  const octets = Buffer.concat(made.chunks);
  assert.equal(made.octets, octets.length);
  return { text: octets.toString(), eightBit: made.eightBit };
};

test('the report to the sender, octet for octet, names its author, is marked as automatic, and has the outcome', () => {
  const lines = [
    'From: Mail Delivery System <postmaster@alias.test>',
    'To: <ann@example.org>',
    'Date: Sat, 21 Nov 2026 12:00:00 +0000',
    'Message-ID: <id@mx.alias.test>',
    'Subject: Delivery status of your mail to alias-4827@alias.test',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="id"',
    '',
    '--id',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Delivery status of your mail to alias-4827@alias.test: delayed (4.2.2).',
    'The mail server of the recipient reported this after it had accepted the message.',
    '',
    '--id',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.alias.test',
    '',
    'Final-Recipient: rfc822; alias-4827@alias.test',
    'Action: delayed',
    'Status: 4.2.2',
    '',
    '--id--',
    '',
  ];
  const made = report('ann@example.org', ALIAS);
  assert.deepEqual(made, { text: lines.join('\r\n'), eightBit: false });
});

test('if the remote server names no recipient, the report names none', () => {
  const far = messageOf(['From: MAILER-DAEMON@example.org', 'Subject: failure notice', '', 'No.']);
  const { text } = report('jane.doe@mailbox.test', ALIAS, 'reply', far);
  const sentence = 'Delivery status of your reply from alias-4827@alias.test: failed (5.0.0).';
  assert.ok(text.includes(`\r\n${sentence}\r\n`), text);
  assert.match(text, /^Final-Recipient: rfc822; unknown@correspondent\.invalid\r$/m);
});

test('a report whose alias is not known is about our postmaster; an address beyond US-ASCII needs 8BITMIME', () => {
  const { text, eightBit } = report('jörg@example.org');
  assert.match(text, /^From: Mail Delivery System <postmaster@mx\.alias\.test>\r\n/);
  assert.match(text, /^Final-Recipient: rfc822; postmaster@mx\.alias\.test\r$/m);
  assert.equal(eightBit, true);
});

test('a bounce without a report gives no report', () => {
  const bounced = { forwardPath: 'a@b.test', about: 'mail', alias: undefined } as const;
  assert.equal(bounceReport(messageOf(['A: b', '', 'c']), bounced, MADE), undefined);
});
