import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryStatus } from './delivery-status.ts';
import { readReport, recipientOf } from './far-report.ts';

/** Reads a message of these lines. */
function read(...lines: string[]): DeliveryStatus | undefined {
  const octets = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
  return readReport({ chunks: [octets], octets: octets.length, eightBit: false });
}

const FAILED: DeliveryStatus = { action: 'failed', status: '5.0.0' };

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

test('a status that is missing, unreadable or of another class than the action is the plain one of its class', () => {
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
  // Given up after many tries: the class is that of the last one.
  assert.deepEqual(report('Action: failed', 'Status: 4.4.7'), {
    action: 'failed',
    status: '4.4.7',
  });
});

test('where one of several recipients failed, the failure is told', () => {
  const second = ['', 'Final-Recipient: rfc822; x@mailbox.test', 'Action: failed', 'Status: 5.1.1'];
  assert.deepEqual(report('Action: delivered', 'Status: 2.1.5', ...second), {
    action: 'failed',
    status: '5.1.1',
  });
});

test('a delivery status counts in any multipart, in one within another, and as the whole message', () => {
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

test('a delivery status within an attached mail is not the report', () => {
  const attached = ['Content-Type: message/rfc822', '', ...multipart('multipart/report', status())];
  const outer = multipart(
    'multipart/mixed',
    text,
    attached.map((l) => l.replace('one', 'two')),
  );
  assert.equal(read(...outer), undefined);
});

test('complaints, read receipts and notes of absence are no reports', () => {
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

/** Forms of servers from before RFC 3464, in words of our own. */
for (const { form, lines, expected = FAILED } of [
  {
    form: 'qmail: no type, and its greeting',
    lines: [
      'From: MAILER-DAEMON@mailbox.test',
      'Subject: failure notice',
      '',
      'Hi. This is qmail.',
    ],
  },
  {
    form: 'Exim: X-Failed-Recipients, although it calls itself an automatic reply',
    lines: [
      'X-Failed-Recipients: jane.doe@mailbox.test',
      'Auto-Submitted: auto-replied',
      'From: Mail Delivery System <Mailer-Daemon@mailbox.test>',
      'Subject: =?utf-8?B?0J3QtdGC?=',
      '',
      'x',
    ],
  },
  {
    form: 'Yahoo: plain text with the reply of the far server',
    lines: [
      'From: "MAILER-DAEMON" <>',
      'Subject: Failure Notice',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'Remote host said: 550 no such user',
    ],
  },
  {
    form: 'Gmail: an explaining text',
    lines: [
      'From: Mail Delivery Subsystem <mailer-daemon@mailbox.test>',
      'Subject: About your mail',
      '',
      'We were unable to deliver what you sent.',
    ],
  },
  {
    form: 'a postmaster, multipart',
    lines: [
      'From: postmaster@mailbox.test (Mail Administrator)',
      'Subject: Undeliverable: hello',
      'Content-Type: multipart/mixed; boundary=one',
      '',
      '--one',
      '',
      'No such mailbox.',
      '--one--',
    ],
  },
  {
    form: 'a delay, which is not a failure',
    lines: [
      'From: MAILER-DAEMON@mailbox.test',
      'Subject: Warning: message 1a2b delayed 24 hours',
      '',
      'It has not been delivered yet.',
    ],
    expected: { action: 'delayed', status: '4.0.0' },
  },
] as const) {
  test(`an old form is understood: ${form}`, () => {
    assert.deepEqual(read(...lines), expected);
  });
}

test('the same words from anybody else are no report', () => {
  for (const from of [
    'jane.doe@mailbox.test',
    'postmasters@mailbox.test',
    'x@mailer-daemon.test',
    'x@postmaster',
  ]) {
    assert.equal(
      read(`From: ${from}`, 'Subject: failure notice', '', 'Mail delivery failed.'),
      undefined,
      from,
    );
  }
});

test('a status code of one provider alone is not passed on: it would tell who has the mailbox', () => {
  assert.deepEqual(report('Action: failed', 'Status: 5.7.509'), FAILED);
  assert.deepEqual(report('Action: failed', 'Status: 4.7.650'), {
    action: 'failed',
    status: '4.0.0',
  });
});

test('a report whose parts are not found by its boundary is read all the same', () => {
  const [from = '', , , ...rest] = multipart('', status('Action: delayed', 'Status: 4.4.1'));
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=other';
  assert.deepEqual(read(from, type, ...rest), { action: 'delayed', status: '4.4.1' });
});

// A search that takes the square of such a length would take hours.
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

/** The recipient that a report tells, with this field for it. */
const recipientIn = (...fields: string[]) => {
  const lines = multipart('multipart/report; report-type=delivery-status', text, [
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.org',
    '',
    ...fields,
    'Action: failed',
  ]);
  const octets = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
  return recipientOf({ chunks: [octets], octets: octets.length, eightBit: false });
};

test('the recipient of a report is told where it has the form of an address', () => {
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

test('a recipient that could stand for more than an address is not told', () => {
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
  const old = Buffer.from(
    'From: MAILER-DAEMON\r\nSubject: failure notice\r\n\r\n<bob@example.org>:\r\n',
  );
  assert.equal(recipientOf({ chunks: [old], octets: old.length, eightBit: false }), undefined);
});
