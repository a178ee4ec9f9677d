/** Reports of servers without RFC 3464: text for people. */

import { type DeliveryStatus, plainStatus } from './delivery-status.ts';
import type { Entity } from './mime-parts.ts';

/** Octets of the text that are searched for a word of failure. */
const READ_OCTETS = 4096;

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

/** @returns undefined if the author is not a server, or the text reports no failure */
export function readTextBounce({ field, body }: Entity): DeliveryStatus | undefined {
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
  const text = `${subject}\n${body.toString('latin1', 0, READ_OCTETS)}`;
  return FAILURE.test(text) ? plainStatus('failed') : undefined;
}
