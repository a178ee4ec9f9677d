/**
 * A remote server's report on a message that it had accepted: recognizes one, and reads the outcome. Hostile input:
 * only the first octets are read, and a bounded number of fields and parts.
 */

import type { WireMessage } from '../message/message.ts';
import {
  type DeliveryStatus,
  plainStatus,
  readDeliveryStatus,
  readFinalRecipient,
} from './delivery-status.ts';
import { type Entity, leafParts, readBeginning } from './mime-parts.ts';

/** RFC 3464 section 2, and RFC 6533 section 4. */
const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);
/** Complaints (RFC 5965) and read receipts (RFC 8098) do not report a delivery. */
const OTHER_TYPES = new Set([
  'message/feedback-report',
  'message/disposition-notification',
  'message/global-disposition-notification',
]);

/** Octets of the text that are searched for a word of failure. */
const TEXT_OCTETS = 4096;

/** The name in bounces since Sendmail, with or without a domain, and names in newer ones. */
const DAEMON = /(?:^|[<\s"(])(?:mailer[- ]daemon|mail\.delivery\.(?:sub)?system)(?:@|[>\s")]|$)/i;
/** RFC 5321 section 4.5.1. */
const POSTMASTER = /(?:^|[<\s"(])post_?master(?:@|[>\s")]|$)/i;
/** The null reverse-path as author: no one can be answered there. */
const NULL_AUTHOR = /<\s*>\s*$/;

const FAILURE =
  /undeliver|\bfail(?:ed|ure|s)\b|unable to deliver|\bcould ?n.t be|\b(?:can|could) ?not be|\bunknown\b|\breject|returned mail|\bbounced\b|not (?:be )?(?:able to )?deliver|delivery (?:status|error|problem)|error sending your mail|\b[45]\.\d\.\d{1,2}\b/i;

/** A delay notification: delivery is still being tried. */
const DELAY = /\b(?:warning|delay(?:ed)?|still being (?:re)?tried)\b/i;

/** @returns undefined if the message is not a delivery report */
export function readReport(report: WireMessage): DeliveryStatus | undefined {
  const message = readBeginning(report);
  const isReport = message.type === 'multipart/report';
  // RFC 6522 section 3.
  const kind = isReport ? message.parameter('report-type')?.toLowerCase() : undefined;
  if (kind !== undefined && kind !== 'delivery-status') return undefined;
  const parts = leafParts(message);
  if (parts.some(({ type }) => OTHER_TYPES.has(type))) return undefined;
  const status = parts.find(isStatus);
  if (status === undefined && kind === undefined) return readTextBounce(message);
  // The type says report, but the part is not found: the boundary differs, or the part was left out.
  const fields = (status ?? message).body;
  return readDeliveryStatus(fields) ?? readTextBounce(message) ?? plainStatus('failed');
}

/**
 * The recipient that the remote server could not deliver to. Only for the owner who has written to that address.
 * @param report accepted by `readReport`
 * @returns undefined if it is missing, or does not have the form of an address
 */
export function recipientOf(report: WireMessage): string | undefined {
  const status = leafParts(readBeginning(report)).find(isStatus);
  return status && readFinalRecipient(status.body);
}

const isStatus = ({ type }: Entity) => STATUS_TYPES.has(type);

/**
 * A report of a server without RFC 3464: text for people.
 * @returns undefined if the author is not a server, or the text reports no failure
 */
function readTextBounce({ field, body }: Entity): DeliveryStatus | undefined {
  const subject = field('subject') ?? '';
  const from = field('from') ?? '';
  if (![DAEMON, POSTMASTER, NULL_AUTHOR].some((server) => server.test(from))) return undefined;
  // Exim's field. Exim and others mark their bounces as auto-replied, against RFC 3834 section 5. That keyword is for
  // vacation replies, which a person may send as postmaster.
  if (field('x-failed-recipients') !== undefined) return plainStatus('failed');
  const mayBeNote = /^auto-replied\b/i.test(field('auto-submitted') ?? '');
  if (mayBeNote && !(DAEMON.test(from) && (DELAY.test(subject) || FAILURE.test(subject)))) {
    return undefined;
  }
  if (DELAY.test(subject)) return plainStatus('delayed');
  const text = `${subject}\n${body.toString('latin1', 0, TEXT_OCTETS)}`;
  return FAILURE.test(text) ? plainStatus('failed') : undefined;
}
