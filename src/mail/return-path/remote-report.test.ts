import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageOf } from '../message/message.ts';
import { readReport, recipientOf } from './remote-report.ts';

const SERVER = 'From: postmaster@mailbox.test';

/** The outcome in a message of these lines, as `action status`. */
function read(...lines: string[]): string | undefined {
  const found = readReport(messageOf([...lines, '']));
  return found && `${found.action} ${found.status}`;
}

/** A multipart of these parts, each with its own header. */
const multipart = (type: string, ...parts: string[][]) => [
  'From: <anything@mailbox.test>',
  `Content-Type: ${type};`,
  ' boundary="one"',
  '',
  ...parts.flatMap((part) => ['--one', ...part]),
  '--one--',
];
const nested = (lines: string[]) => lines.map((line) => line.replace('one', 'two'));

const REPORT = 'multipart/report; report-type=delivery-status';
const text = ['', 'Something became of your mail.'];
const status = (...fields: string[]) => [
  'Content-Type: message/delivery-status; name=status.txt',
  '',
  'Reporting-MTA: dns; mail.mailbox.test',
  '',
  ...fields,
];
const report = (...fields: string[]) => multipart(REPORT, text, status(...fields));

test('action and status are those of the delivery status, or the generic status of the action', () => {
  for (const [fields, expected] of [
    ['Action: failed|Status: 5.2.2', 'failed 5.2.2'],
    ['ACTION: Delayed|STATUS: 4.4.1 (busy)', 'delayed 4.4.1'],
    ['Action: relayed|Status: 2.1.5', 'relayed 2.1.5'],
    // Given up after many attempts: the class is that of the last one.
    ['Action: failed|Status: 4.4.7', 'failed 4.4.7'],
    // A status that is missing or unreadable, or of another class than the action; no action.
    ['Action: failed', 'failed 5.0.0'],
    ['Action: failed|Status: 550', 'failed 5.0.0'],
    ['Action: failed|Status: 2.0.0', 'failed 5.0.0'],
    ['Status: 2.0.0', 'failed 5.0.0'],
    ['Action: delayed|Status: 5.4.7', 'delayed 4.0.0'],
    ['Action: delivered|Status: 5.0.0', 'delivered 2.0.0'],
    // A provider's private code would reveal the provider.
    ['Action: failed|Status: 5.7.509', 'failed 5.0.0'],
    ['Action: failed|Status: 4.7.650', 'failed 4.0.0'],
    // If one of several recipients failed, its failure is reported.
    ['Action: delivered|Status: 2.1.5||Action: failed|Status: 5.1.1', 'failed 5.1.1'],
  ] as const) {
    assert.equal(read(...report(...fields.split('|'))), expected, fields);
  }
});

test('a delivery status counts in any multipart, in a nested one, and as the whole message', () => {
  const whole = status('Action: failed', 'Status: 5.1.1');
  const inner = nested(multipart('multipart/report', text, whole));
  for (const part of [whole, inner]) {
    assert.equal(read(...multipart('multipart/mixed', text, part)), 'failed 5.1.1');
  }
  assert.equal(read(...whole), 'failed 5.1.1');
});

test('a report that names its kind needs no delivery status, and no correct boundary', () => {
  assert.equal(read(...multipart(REPORT, text)), 'failed 5.0.0');
  const [from = '', , , ...rest] = multipart('', status('Action: delayed', 'Status: 4.4.1'));
  assert.equal(read(from, `Content-Type: ${REPORT}; boundary=other`, ...rest), 'delayed 4.4.1');
});

test('complaints, read receipts, vacation replies and attached reports are not reports', () => {
  const attached = ['Content-Type: message/rfc822', '', ...multipart('multipart/report', status())];
  assert.equal(read(...multipart('multipart/mixed', text, nested(attached))), undefined);
  for (const type of ['feedback-report', 'disposition-notification', 'tls-report']) {
    const lines = multipart(`multipart/report; report-type=${type}`, text, status());
    assert.equal(read(SERVER, ...lines.slice(1)), undefined, type);
  }
  const complaint = ['Content-Type: message/feedback-report', '', 'Feedback-Type: abuse'];
  const mixed = multipart('multipart/mixed', ['', 'failed'], complaint, status()).slice(1);
  assert.equal(read(SERVER, ...mixed), undefined);
  const away = ['Subject: away', 'Auto-Submitted: auto-replied', '', 'All your mail has failed.'];
  for (const from of ['From: jane.doe@mailbox.test', SERVER]) {
    assert.equal(read(from, ...away), undefined, from);
  }
  assert.equal(read(SERVER, 'Subject: away', '', 'I am back on Monday.'), undefined);
});

test('hostile reports are read in time: many parts, many boundaries, one long line, no end', {
  // A search of quadratic time would take hours for such a length.
  timeout: 60_000,
}, () => {
  for (const body of [
    'x'.repeat(900_000),
    '--one\r\n'.repeat(100_000),
    '--onex\r\n'.repeat(100_000),
    'action:\r\n '.repeat(80_000),
    '\r\n'.repeat(400_000),
  ]) {
    const mixed = multipart('multipart/mixed', status('Action: failed'), [body]);
    assert.equal(read(...mixed), 'failed 5.0.0');
    read(...report(body));
    read(SERVER, `Content-Type: ${body}`, '', body);
  }
});

const recipientIn = (fields: string) =>
  recipientOf(messageOf(report(...fields.split('|'), 'Action: failed')));

test('the recipient of a report is read if it has the form of an address', () => {
  for (const fields of [
    'Final-Recipient: rfc822; bob@example.org',
    'FINAL-RECIPIENT:RFC822;bob@example.org',
    'Final-Recipient: rfc822;| bob@example.org ',
    'Final-Recipient: rfc822; <bob@example.org>',
    'Final-Recipient: rfc822; ann@example.org|Action: delivered||Final-Recipient: rfc822; bob@example.org',
  ]) {
    assert.equal(recipientIn(fields), 'bob@example.org', fields);
  }
});

test('a recipient that could be more than an address is left out', () => {
  for (const recipient of [
    'bob',
    'bob@example.org, ann@example.org',
    'bob@example.org (call 0900)',
    '"bob buy this"@example.org',
    'b\u00f6b@example.org',
    'bob@example.org\u0000',
    'www.example.org/win@example.org',
    'bob@-example.org',
    `${'v'.repeat(65)}@example.org`,
    `bob@${'v'.repeat(190)}`,
  ]) {
    assert.equal(recipientIn(`Final-Recipient: rfc822; ${recipient}`), undefined, recipient);
  }
  assert.equal(recipientIn('Final-Recipient: x400; bob@example.org'), undefined);
  assert.equal(recipientIn('Original-Recipient: rfc822; bob@example.org'), undefined);
  const old = ['From: MAILER-DAEMON', 'Subject: failure notice', '', '<bob@example.org>:'];
  assert.equal(recipientOf(messageOf(old)), undefined);
});

/** In our own words; `|` ends a line. */
const OLDER_THAN_RFC_3464 = {
  'qmail: no type, and its greeting':
    'From: MAILER-DAEMON@mailbox.test|Subject: failure notice||Hi. This is qmail.',
  'Exim: X-Failed-Recipients, although it calls itself an automatic reply':
    'X-Failed-Recipients: jane.doe@mailbox.test|Auto-Submitted: auto-replied|From: <Mailer-Daemon@x>||x',
  'Yahoo: plain text with the reply of the remote server':
    'From: "MAILER-DAEMON" <>|Subject: Failure Notice|Content-Type: text/plain||said: 550 no such user',
  'Gmail: an explaining text':
    'From: Mail Delivery Subsystem <mailer-daemon@x>|Subject: Your mail||We were unable to deliver it.',
  'a postmaster, multipart':
    'From: postmaster@mailbox.test (Admin)|Subject: Undeliverable: hello|Content-Type: multipart/mixed; boundary=one||--one||No such mailbox.|--one--',
  'a mail filter, whose From is nobody': 'From: <>|Subject: failure notice||x',
  'a server that signs with the name of its program':
    'From: Mail Delivery System <Mail.Delivery.System@x>|Subject: Delivery status notification||x',
  'a mailer-daemon without a domain, which calls itself an automatic reply':
    'From: mailer-daemon|Subject: There was an error sending your mail|Auto-Submitted: auto-replied||x',
  'OpenSMTPD, with its name as a phrase':
    'From: Mailer Daemon <robot@x>|Subject: Delivery status notification: error||x',
  'a gateway to telephones':
    'From: post_master@mailbox.test|Subject: Re:||Message could not be delivered.',
};

test('a bounce without a delivery status is recognized, and a delay is not one of its failures', () => {
  for (const [form, lines] of Object.entries(OLDER_THAN_RFC_3464)) {
    assert.equal(read(...lines.split('|')), 'failed 5.0.0', form);
  }
  const warning = ['From: MAILER-DAEMON@mailbox.test', 'Subject: Warning: message 1a2b delayed'];
  assert.equal(read(...warning, '', 'It has not been delivered yet.'), 'delayed 4.0.0');
  const automatic = [...warning, 'Auto-Submitted: auto-replied', '', 'It has failed so far.'];
  assert.equal(read(...automatic), 'delayed 4.0.0');
});

test('the same words from another author are not a report', () => {
  const people =
    'jane.doe@mailbox.test|postmasters@mailbox.test|Mail.Delivery.Systems@mailbox.test';
  const others = 'x@mailer-daemon.test|x@postmaster|Jane <jane.doe@mailbox.test> <>x';
  for (const from of `${people}|${others}`.split('|')) {
    const lines = [`From: ${from}`, 'Subject: failure notice', '', 'Mail delivery failed.'];
    assert.equal(read(...lines), undefined, from);
  }
});

test('an automatic reply that a person may have written is not a report', () => {
  for (const [from, subject] of [
    ['postmaster@mailbox.test', 'Your mail could not be read'],
    ['<>', 'Delivery failed? I am away'],
    ['mailer-daemon@mailbox.test', 'Away until May'],
  ] as const) {
    const lines = [`From: ${from}`, `Subject: ${subject}`, 'Auto-Submitted: auto-replied', ''];
    assert.equal(read(...lines, 'Mail delivery failed.'), undefined, from);
  }
});
