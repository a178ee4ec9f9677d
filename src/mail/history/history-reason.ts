/** The class of the reason for which a mail did not arrive. */

import type { HistoryReason } from '#rules/history.ts';
import { FILTER_LATER, UNWANTED } from '../replies.ts';
import type { Delivery } from '../smtp/delivery.ts';

/** Subjects and details of RFC 3463 section 3, by the digits behind the class. */
const REASONS: readonly [digits: RegExp, reason: HistoryReason][] = [
  [/^(?:2\.2|3\.1)$/, 'mailbox_full'],
  [/^(?:2\.3|3\.4)$/, 'too_large'],
  [/^[12]\./, 'unknown_mailbox'],
  [/^6\./, 'message'],
  [/^7\./, 'policy'],
];

/** @param delivery one that was not accepted */
export function historyReason(delivery: Exclude<Delivery, { kind: 'accepted' }>): HistoryReason {
  if (delivery.kind === 'deferred' && delivery.unknown === true) return 'doubt';
  if (delivery.kind === 'deferred' && delivery.untrusted !== undefined) return 'untrusted';
  const { far, reply, stage } = delivery;
  if (reply === UNWANTED || reply === FILTER_LATER) return 'unwanted';
  // The reply of a next hop names the reason; where none was reached, our own stage does.
  if (far === undefined && stage !== undefined) return 'unreachable';
  const digits = (far?.enhanced ?? reply.enhanced).replace(/^\d\./, '');
  const reason = REASONS.find(([pattern]) => pattern.test(digits))?.[1];
  if (reason !== undefined) return reason;
  return delivery.kind === 'deferred' && /^[34]\./.test(digits) ? 'busy' : 'other';
}
