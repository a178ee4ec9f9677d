/** Reports of servers from before RFC 3464, and of those that never adopted it: a text for people. */

import { type DeliveryStatus, plainStatus } from './delivery-status.ts';
import type { Entity } from './mime-parts.ts';

/** As much of the text is looked through for a word of failure, in octets. */
const READ_OCTETS = 4096;

/** RFC 5321 section 4.5.1, and the name by which programs have signed since Sendmail. */
const SERVER = /(?:^|[<\s"(])(?:mailer-daemon|postmaster)(?:@|[>\s")]|$)/i;

const FAILURE =
  /undeliver|\bfail(?:ed|ure|s)\b|unable to deliver|\bcould ?n.t be|\b(?:can|could) ?not be|\bunknown\b|\breject|returned mail|\bbounced\b|not (?:be )?(?:able to )?deliver|delivery (?:status|error|problem)|\b[45]\.\d\.\d{1,2}\b/i;

/** A notice of a delay: the mail is still being tried. */
const DELAY = /\b(?:warning|delay(?:ed)?|still being (?:re)?tried)\b/i;

/** @returns undefined where the author is no server, or no word says that delivery failed */
export function readTextBounce({ field, body }: Entity): DeliveryStatus | undefined {
  const subject = field('subject') ?? '';
  if (!SERVER.test(field('from') ?? '')) return undefined;
  // Exim's field. Exim calls its bounces auto-replied, against RFC 3834 section 5: that keyword is for notes of
  // absence.
  if (field('x-failed-recipients') !== undefined) return plainStatus('failed');
  if (/^auto-replied\b/i.test(field('auto-submitted') ?? '')) return undefined;
  if (DELAY.test(subject)) return plainStatus('delayed');
  const text = `${subject}\n${body.toString('latin1', 0, READ_OCTETS)}`;
  return FAILURE.test(text) ? plainStatus('failed') : undefined;
}
