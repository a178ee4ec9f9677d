/** A late report of a remote server about a message that it accepted before, the return path that gets it, and a complaint. */

import assert from 'node:assert/strict';
import { ALIAS, type Forwarding, hand, letter } from './forwarding.ts';

const withCrlf = (lines: string) => lines.replaceAll('\n', '\r\n');

/** A report in the form of RFC 3464. It names the recipient wherever it can. */
export function farReport(recipient: string, action = 'failed'): string {
  const domain = recipient.slice(recipient.indexOf('@') + 1);
  return withCrlf(`From: MAILER-DAEMON@${domain}
To: whoever
Subject: failure: ${recipient}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="x"

--x

Your message to ${recipient} could not be delivered.
${Buffer.from(recipient).toString('base64')}
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.${domain}

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: 5.2.2
Diagnostic-Code: smtp; 552 ${recipient} is full
--x--
`);
}

/** Removes the newest message from the next hop. @returns the reverse-path that came with it */
export function takenReversePath({ hop }: Pick<Forwarding, 'hop'>): string {
  return /^MAIL FROM:<([^>]*)>/.exec(hop.messages.pop()?.mail ?? '')?.[1] ?? '';
}

/** Forwards a message. @returns the reverse-path at the remote side */
export async function returnPath(
  all: Forwarding,
  sender = 'ann@example.org',
  parameters = '',
): Promise<string> {
  const octets = Buffer.from(sender).toString('latin1');
  assert.match(await hand(await all.client(), [ALIAS], letter('one'), octets, parameters), /^250 /);
  return takenReversePath(all);
}

/**
 * A complaint in the form of RFC 5965, as large receivers send it.
 * @param reported the message that it is about, header and body @param type of the part that holds it
 */
export const complaintAbout = (reported: string, type = 'message/rfc822'): string =>
  withCrlf(`From: <abusedesk@example.com>
Date: Thu, 8 Mar 2005 17:40:36 EDT
Subject: FW: Earn money
To: <abuse@example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
	boundary="x"

--x
Content-Type: text/plain

This is an email abuse report for an email message.
--x
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Rcpt-To: <user@example.com>
Source-IP: 192.0.2.1

--x
Content-Type: ${type}
Content-Disposition: inline

`) + `${reported.replace(/\r\n$/, '')}\r\n--x--\r\n`;
