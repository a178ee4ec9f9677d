import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILED, read } from './remote-report.fixture.ts';

/** Formats of servers older than RFC 3464, in our own words. */
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
    form: 'a delay, which is none of its failures',
    lines: [
      'From: MAILER-DAEMON@mailbox.test',
      'Subject: Warning: message 1a2b delayed 24 hours',
      '',
      'It has not been delivered yet.',
    ],
    expected: { action: 'delayed', status: '4.0.0' },
  },
  {
    form: 'a mail filter, whose From is nobody',
    lines: ['From: <>', 'Subject: failure notice', '', 'x'],
  },
  {
    form: 'a server that signs with the name of its program',
    lines: [
      'From: Mail Delivery System <Mail.Delivery.System@mx44.mailbox.test>',
      'Subject: Delivery status notification',
      '',
      'x',
    ],
  },
  {
    form: 'a mailer-daemon without a domain, which calls itself an automatic reply',
    lines: [
      'From: mailer-daemon',
      'Subject: There was an error sending your mail',
      'Auto-Submitted: auto-replied',
      '',
      'x',
    ],
  },
  {
    form: 'the same of a large host, with its name',
    lines: [
      'From: "Mail Delivery System" <mailer-daemon@mailbox.test>',
      'Subject: Mail delivery failed: returning message to sender',
      'Auto-Submitted: auto-replied',
      '',
      'x',
    ],
  },
  {
    form: 'a warning of Exim',
    lines: [
      'From: Mail Delivery System <mailer-daemon@mailbox.test>',
      'Subject: Warning: message 1a2b delayed 24 hours',
      'Auto-Submitted: auto-replied',
      '',
      'It has failed so far.',
    ],
    expected: { action: 'delayed', status: '4.0.0' },
  },
  {
    form: 'OpenSMTPD, with its name as a phrase',
    lines: [
      'From: Mailer Daemon <robot@mailbox.test>',
      'Subject: Delivery status notification: error',
      '',
      'x',
    ],
  },
  {
    form: 'a gateway to telephones',
    lines: [
      'From: post_master@mailbox.test',
      'Subject: Re:',
      '',
      'Message could not be delivered.',
    ],
  },
] as const) {
  test(`an old format is recognized: ${form}`, () => {
    assert.deepEqual(read(...lines), expected);
  });
}

test('the same words from another author are not a report', () => {
  for (const from of [
    'jane.doe@mailbox.test',
    'postmasters@mailbox.test',
    'x@mailer-daemon.test',
    'x@postmaster',
    'Mail.Delivery.Systems@mailbox.test',
    'Jane <jane.doe@mailbox.test> <>x',
  ]) {
    assert.equal(
      read(`From: ${from}`, 'Subject: failure notice', '', 'Mail delivery failed.'),
      undefined,
      from,
    );
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
