/**
 * The report that a sender gets when a mail, once accepted, could not be delivered after all. The far side's own
 * report names the real address in texts, fields and encodings without number; so nothing of it is passed on but what
 * is known to be harmless: the action, the status code, and the identifier of the message.
 */

import type { WireMessage } from '../message/message.ts';
import { dateTime } from '../message/received.ts';
import { readReport } from './far-report.ts';

export type BouncedMail = {
  /** The original sender, who gets the report. */
  forwardPath: string;
  /** The alias that the mail was for, where it is known. */
  alias?: string | undefined;
};

/** @returns undefined where the message is no report on a delivery */
export function bounceReport(
  message: WireMessage,
  { forwardPath, alias }: BouncedMail,
  { hostname, now, boundary }: { hostname: string; now: number; boundary: string },
): WireMessage | undefined {
  const told = readReport(message);
  if (told === undefined) return undefined;
  const { action, status } = told;
  const domain = alias?.slice(alias.lastIndexOf('@') + 1) ?? hostname;
  const recipient = alias ?? `postmaster@${domain}`;
  const lines = [
    `From: Mail Delivery System <postmaster@${domain}>`,
    `To: <${forwardPath}>`,
    `Date: ${dateTime(now)}`,
    `Message-ID: <${boundary}@${hostname}>`,
    `Subject: Delivery status of your mail to ${recipient}`,
    // RFC 3834 section 5.
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `This is what became of your mail to ${recipient}: ${action} (${status}).`,
    'The server that has the mailbox reported it after it had taken the mail.',
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; ${hostname}`,
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    '',
    `--${boundary}--`,
    '',
  ];
  const octets = Buffer.from(lines.join('\r\n'), 'utf8');
  return { chunks: [octets], octets: octets.length, eightBit: !/^[\0-\x7f]*$/.test(forwardPath) };
}
