import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILED, read } from './far-report.fixture.ts';

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
    form: 'a delay, which is none of its failures',
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
