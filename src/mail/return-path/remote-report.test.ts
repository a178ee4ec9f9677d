import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILED, messageOf, read } from './remote-report.fixture.ts';
import { recipientOf } from './remote-report.ts';

/** A multipart of these parts, each with its own header. */
const multipart = (type: string, ...parts: string[][]) => [
  'From: <anything@mailbox.test>',
  `Content-Type: ${type};`,
  ' boundary="one"',
  '',
  ...parts.flatMap((part) => ['--one', ...part]),
  '--one--',
];

const text = ['', 'Something became of your mail.'];
const status = (...fields: string[]) => [
  'Content-Type: message/delivery-status; name=status.txt',
  '',
  'Reporting-MTA: dns; mail.mailbox.test',
  '',
  'Final-Recipient: rfc822; jane.doe@mailbox.test',
  ...fields,
];
const report = (...fields: string[]) =>
  read(...multipart('multipart/report; report-type=delivery-status', text, status(...fields)));

test('action and status are those of the delivery status', () => {
  assert.deepEqual(report('Action: failed', 'Status: 5.2.2'), {
    action: 'failed',
    status: '5.2.2',
  });
  assert.deepEqual(report('ACTION: Delayed', 'STATUS: 4.4.1 (busy)'), {
    action: 'delayed',
    status: '4.4.1',
  });
  assert.deepEqual(report('Action: relayed', 'Status: 2.1.5'), {
    action: 'relayed',
    status: '2.1.5',
  });
});

test('a status that is missing, unreadable or of another class than the action becomes the generic status of its class', () => {
  assert.deepEqual(report('Action: failed'), FAILED);
  assert.deepEqual(report('Action: failed', 'Status: 550'), FAILED);
  assert.deepEqual(report('Action: failed', 'Status: 2.0.0'), FAILED);
  assert.deepEqual(report('Status: 2.0.0'), FAILED, 'no action: a report is sent of failures');
  assert.deepEqual(report('Action: delayed', 'Status: 5.4.7'), {
    action: 'delayed',
    status: '4.0.0',
  });
  assert.deepEqual(report('Action: delivered', 'Status: 5.0.0'), {
    action: 'delivered',
    status: '2.0.0',
  });
  // Given up after many attempts: the class is that of the last one.
  assert.deepEqual(report('Action: failed', 'Status: 4.4.7'), {
    action: 'failed',
    status: '4.4.7',
  });
});

test('if one of several recipients failed, its failure is reported', () => {
  const second = ['', 'Final-Recipient: rfc822; x@mailbox.test', 'Action: failed', 'Status: 5.1.1'];
  assert.deepEqual(report('Action: delivered', 'Status: 2.1.5', ...second), {
    action: 'failed',
    status: '5.1.1',
  });
});

test('a delivery status counts in any multipart, in a nested one, and as the whole message', () => {
  const whole = status('Action: failed', 'Status: 5.1.1');
  const expected = { action: 'failed', status: '5.1.1' };
  assert.deepEqual(read(...multipart('multipart/mixed', text, whole)), expected);
  const inner = multipart('multipart/report', text, whole).map((line) =>
    line.replace('one', 'two'),
  );
  assert.deepEqual(read(...multipart('multipart/mixed', text, inner)), expected);
  assert.deepEqual(read(...whole), expected);
});

test('a report that names its kind needs no delivery status', () => {
  assert.deepEqual(
    read(...multipart('multipart/report; report-type=delivery-status', text)),
    FAILED,
  );
});

test('a delivery status inside an attached message is not the report', () => {
  const attached = ['Content-Type: message/rfc822', '', ...multipart('multipart/report', status())];
  const outer = multipart(
    'multipart/mixed',
    text,
    attached.map((l) => l.replace('one', 'two')),
  );
  assert.equal(read(...outer), undefined);
});

test('complaints, read receipts and vacation replies are not reports', () => {
  const complaint = ['Content-Type: message/feedback-report', '', 'Feedback-Type: abuse'];
  for (const type of ['feedback-report', 'disposition-notification', 'tls-report']) {
    const lines = multipart(`multipart/report; report-type=${type}`, text, status());
    assert.equal(read('From: postmaster@mailbox.test', ...lines.slice(1)), undefined, type);
  }
  const mixed = multipart('multipart/mixed', ['', 'failed'], complaint, status()).slice(1);
  assert.equal(read('From: postmaster@mailbox.test', ...mixed), undefined);
  const away = [
    'Subject: away',
    'Auto-Submitted: auto-replied',
    '',
    'All your mail has failed me.',
  ];
  assert.equal(read('From: jane.doe@mailbox.test', ...away), undefined);
  assert.equal(read('From: postmaster@mailbox.test', ...away), undefined);
  assert.equal(
    read('From: postmaster@mailbox.test', 'Subject: away', '', 'I am back on Monday.'),
    undefined,
  );
});

test('a provider’s private status code is not forwarded, because it would reveal the provider', () => {
  assert.deepEqual(report('Action: failed', 'Status: 5.7.509'), FAILED);
  assert.deepEqual(report('Action: failed', 'Status: 4.7.650'), {
    action: 'failed',
    status: '4.0.0',
  });
});

test('a report whose boundary does not match its parts is still read', () => {
  const [from = '', , , ...rest] = multipart('', status('Action: delayed', 'Status: 4.4.1'));
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=other';
  assert.deepEqual(read(from, type, ...rest), { action: 'delayed', status: '4.4.1' });
});

// A search of quadratic time would take hours for such a length.
const inTime = { timeout: 60_000 };

test(
  'hostile reports are read in time: many parts, many boundaries, one long line, no end',
  inTime,
  () => {
    const long = 'x'.repeat(900_000);
    const dashes = '--one\r\n'.repeat(100_000);
    const lines = '--onex\r\n'.repeat(100_000);
    for (const body of [
      long,
      dashes,
      lines,
      'action:\r\n '.repeat(80_000),
      '\r\n'.repeat(400_000),
    ]) {
      const mixed = multipart('multipart/mixed', status('Action: failed'), [body]);
      assert.deepEqual(read(...mixed), FAILED);
      read(...multipart('multipart/report; report-type=delivery-status', status(body)));
      read('From: postmaster@mailbox.test', `Content-Type: ${body}`, '', body);
    }
  },
);

/** The recipient in a report with this field. */
const recipientIn = (...fields: string[]) => {
  const lines = multipart('multipart/report; report-type=delivery-status', text, [
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.org',
    '',
    ...fields,
    'Action: failed',
  ]);
  return recipientOf(messageOf(...lines));
};

test('the recipient of a report is read if it has the form of an address', () => {
  for (const field of [
    'Final-Recipient: rfc822; bob@example.org',
    'FINAL-RECIPIENT:RFC822;bob@example.org',
    'Final-Recipient: rfc822;\r\n bob@example.org ',
    'Final-Recipient: rfc822; <bob@example.org>',
  ]) {
    assert.equal(recipientIn(field), 'bob@example.org', field);
  }
  const first = ['Final-Recipient: rfc822; ann@example.org', 'Action: delivered', ''];
  assert.equal(
    recipientIn(...first, 'Final-Recipient: rfc822; bob@example.org'),
    'bob@example.org',
  );
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
  assert.equal(recipientOf(messageOf(...old)), undefined);
});
