/** The reason class of a message that was not delivered. */

import type { HistoryReason } from '#rules/history.ts';
import {
  BLOCKED_SENDER,
  FILTER_LATER,
  NEW_SENDER,
  UNKNOWN_SENDER,
  UNPROVEN_SENDER,
  UNWANTED,
} from '../replies.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Status } from '../smtp/reply.ts';

/** Subjects and details of RFC 3463 section 3, by the digits after the class. */
const REASONS: readonly [digits: RegExp, reason: HistoryReason][] = [
  [/^(?:2\.2|3\.1)$/, 'mailbox_full'],
  [/^(?:2\.3|3\.4)$/, 'too_large'],
  [/^[12]\./, 'unknown_mailbox'],
  [/^6\./, 'message'],
  [/^7\./, 'policy'],
];

/** Our own verdicts that have a reason class of their own. */
const OWN = new Map<Status, HistoryReason>([
  [UNWANTED, 'unwanted'],
  [FILTER_LATER, 'unwanted'],
  [NEW_SENDER, 'new_sender'],
  [UNKNOWN_SENDER, 'new_sender'],
  [UNPROVEN_SENDER, 'unproven'],
  [BLOCKED_SENDER, 'blocked'],
]);

/** Whether the owner's rule about senders kept a message out. */
export const isKeptOut = ({ reply }: Delivery): boolean =>
  reply !== UNWANTED && reply !== FILTER_LATER && OWN.has(reply);

/** @param delivery one that was not accepted */
export function historyReason(delivery: Exclude<Delivery, { kind: 'accepted' }>): HistoryReason {
  if (delivery.kind === 'deferred' && delivery.unknown === true) return 'doubt';
  if (delivery.kind === 'deferred' && delivery.untrusted !== undefined) return 'untrusted';
  const { far, reply, stage } = delivery;
  const own = OWN.get(reply);
  if (own !== undefined) return own;
  // If a next hop replied, its reply gives the reason; if none was reached, our own stage does.
  if (far === undefined && stage !== undefined) return 'unreachable';
  const digits = (far?.enhanced ?? reply.enhanced).replace(/^\d\./, '');
  const reason = REASONS.find(([pattern]) => pattern.test(digits))?.[1];
  if (reason !== undefined) return reason;
  return delivery.kind === 'deferred' && /^[34]\./.test(digits) ? 'busy' : 'other';
}
