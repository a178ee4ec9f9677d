/** A late report of a remote server about a message that it accepted before, and the return path that gets it. */

import assert from 'node:assert/strict';
import { ALIAS, type Forwarding, hand, letter } from './forwarding.ts';

/** A report in the form of RFC 3464. It names the recipient wherever it can. */
export function farReport(recipient: string, action = 'failed'): string {
  const domain = recipient.slice(recipient.indexOf('@') + 1);
  return [
    `From: MAILER-DAEMON@${domain}`,
    'To: whoever',
    `Subject: failure: ${recipient}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="x"',
    '',
    '--x',
    '',
    `Your message to ${recipient} could not be delivered.`,
    Buffer.from(recipient).toString('base64'),
    '--x',
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; mail.${domain}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    'Status: 5.2.2',
    `Diagnostic-Code: smtp; 552 ${recipient} is full`,
    '--x--',
    '',
  ].join('\r\n');
}

/** Removes the newest message from the next hop. @returns the reverse-path that came with it */
export function takenReversePath({ hop }: Forwarding): string {
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
