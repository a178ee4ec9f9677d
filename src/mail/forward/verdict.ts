/** One reply for a message with several recipients: RFC 5321 knows one reply to the final dot, whatever their number. */

import type { Delivery } from '../smtp/delivery.ts';
import type { Verdict } from '../smtp/receive/policy.ts';
import type { Reply } from '../smtp/reply.ts';
import * as replies from './replies.ts';

/** Whether some recipients have the message and others not. */
export function isMixed(deliveries: readonly Delivery[]): boolean {
  return deliveries.some(({ kind }) => kind !== deliveries[0]?.kind);
}

/** All accepted: 250. All failed alike: that reply. Mixed: 451, and the ledger sorts it out on the next attempt. */
export function verdictOf(deliveries: readonly Delivery[]): Reply {
  const [first] = deliveries;
  if (first === undefined || isMixed(deliveries)) return replies.MIXED;
  return replies.verdictReply(first);
}

/**
 * For a sender that can be told of each recipient apart (PRDR). The reply for the message is positive where anybody got it:
 * Exim takes a negative one for all of them.
 */
export function verdictsOf(deliveries: readonly Delivery[]): Verdict {
  const anybody = deliveries.some(({ kind }) => kind === 'accepted');
  const overall = anybody ? replies.DELIVERED : verdictOf(deliveries);
  return { ...overall, each: deliveries.map(replies.verdictReply) };
}
