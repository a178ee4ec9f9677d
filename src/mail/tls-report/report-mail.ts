/** RFC 8460 section 5.3: a TLS report as a message. */

import { base64Lines } from '../message/base64-lines.ts';
import { messageOf, type WireMessage } from '../message/message.ts';
import { dateTime } from '../message/received.ts';

export type ReportMail = {
  /** Of the author, `postmaster` there: it signs the message. */
  from: string;
  to: string;
  /** The domain that is reported on. */
  domain: string;
  /** Our name. */
  submitter: string;
  id: string;
  /** Of the reported day: seconds since 1970 of its first and last second. */
  begin: number;
  end: number;
  /** The report: JSON, compressed with gzip. */
  report: Buffer;
  /** Milliseconds since 1970. */
  now: number;
};

/** Section 5.1. */
export const reportFileName = ({
  submitter,
  domain,
  begin,
  end,
  id,
}: Pick<ReportMail, 'submitter' | 'domain' | 'begin' | 'end' | 'id'>): string =>
  `${submitter}!${domain}!${begin}!${end}!${id}.json.gz`;

export function reportMail(mail: ReportMail): WireMessage {
  const { from, to, domain, submitter, id, report, now } = mail;
  const boundary = `tlsrpt-${id}`;
  return messageOf([
    `From: Veilpost <postmaster@${from}>`,
    `To: <${to}>`,
    `Subject: Report Domain: ${domain}`,
    ` Submitter: ${submitter}`,
    ` Report-ID: <${id}@${submitter}>`,
    `Date: ${dateTime(now)}`,
    `Message-ID: <${id}.${now.toString(36)}@${submitter}>`,
    `TLS-Report-Domain: ${domain}`,
    `TLS-Report-Submitter: ${submitter}`,
    // RFC 8689 section 5: it reports broken TLS, and must not wait until TLS is fixed.
    'TLS-Required: No',
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type="tlsrpt";',
    ` boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    'Content-Transfer-Encoding: 7bit',
    '',
    'This is an aggregate TLS report from',
    submitter,
    'on mail to',
    domain,
    '',
    `--${boundary}`,
    'Content-Type: application/tlsrpt+gzip',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment;',
    ` filename="${reportFileName(mail)}"`,
    '',
    ...base64Lines(report),
    `--${boundary}--`,
    '',
  ]);
}
