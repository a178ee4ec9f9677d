/**
 * The report that a sender gets when a mail, once accepted, could not be delivered after all. The far side's own report
 * names the real address in texts, fields and encodings without number; so only two harmless fields of it are passed
 * on: the action and the status code. An owner, who has sent a reply, also reads the recipient that it did not reach.
 */

import { domainOf } from '#rules/address.ts';
import { messageOf, type WireMessage } from '../message/message.ts';
import { dateTime } from '../message/received.ts';
import { readReport, recipientOf } from './far-report.ts';

export type BouncedMail = {
  /** The original sender, who gets the report; for a reply the owner of the alias. */
  forwardPath: string;
  about: 'mail' | 'reply';
  /** The alias that the mail was for, where it is known, or through which the reply went. */
  alias: string | undefined;
};

/** Final-Recipient is required (RFC 3464 section 2.3.2); for a report on a reply without one, a domain of RFC 2606. */
const UNKNOWN_CORRESPONDENT = 'unknown@correspondent.invalid';

/** @returns undefined where the message is no report on a delivery */
export function bounceReport(
  message: WireMessage,
  { forwardPath, about, alias }: BouncedMail,
  { hostname, now, boundary }: { hostname: string; now: number; boundary: string },
): WireMessage | undefined {
  const told = readReport(message);
  if (told === undefined) return undefined;
  const { action, status } = told;
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
    `This is what became of your ${whole}: ${action} (${status}).`,
    'The server that has the mailbox reported it after it had taken the mail.',
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
