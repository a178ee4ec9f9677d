/**
 * The report that a sender gets if an accepted message could not be delivered. The remote server's report contains
 * the real address in countless texts, fields and encodings. So we forward only two harmless fields: the action and
 * the status code. The owner, for a reply, also gets the recipient.
 */

import { domainOf } from '#rules/address.ts';
import { messageOf, type WireMessage } from '../message/message.ts';
import { dateTime } from '../message/received.ts';
import { readReport, recipientOf } from './remote-report.ts';

export type BouncedMail = {
  /** The original sender, who gets the report; for a reply, the owner of the alias. */
  forwardPath: string;
  about: 'mail' | 'reply';
  /** The alias that received the message, if known, or that sent the reply. */
  alias: string | undefined;
};

/** Final-Recipient is required (RFC 3464 section 2.3.2); for a report on a reply without one, a domain of RFC 2606. */
const UNKNOWN_CORRESPONDENT = 'unknown@correspondent.invalid';

/** @returns undefined if the message is not a delivery report */
export function bounceReport(
  message: WireMessage,
  { forwardPath, about, alias }: BouncedMail,
  { hostname, now, boundary }: { hostname: string; now: number; boundary: string },
): WireMessage | undefined {
  const report = readReport(message);
  if (report === undefined) return undefined;
  const { action, status } = report;
  const domain = alias === undefined ? hostname : domainOf(alias);
  const known = alias ?? `postmaster@${domain}`;
  const isReply = about === 'reply';
  const recipient = isReply ? recipientOf(message) : known;
  const subject = isReply ? `reply from ${known}` : `mail to ${known}`;
  const whole = isReply && recipient !== undefined ? `${subject} to ${recipient}` : subject;
  return messageOf([
    `From: Mail Delivery System <postmaster@${domain}>`,
    `To: <${forwardPath}>`,
    `Date: ${dateTime(now)}`,
    `Message-ID: <${boundary}@${hostname}>`,
    `Subject: Delivery status of your ${subject}`,
    // RFC 3834 section 5.
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Delivery status of your ${whole}: ${action} (${status}).`,
    'The mail server of the recipient reported this after it had accepted the message.',
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; ${hostname}`,
    '',
    `Final-Recipient: rfc822; ${recipient ?? UNKNOWN_CORRESPONDENT}`,
    `Action: ${action}`,
    `Status: ${status}`,
    '',
    `--${boundary}--`,
    '',
  ]);
}
