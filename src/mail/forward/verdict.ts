/** One reply for a message with several recipients: RFC 5321 has one reply to the final dot for all of them. */

import type { Delivery } from '../smtp/delivery.ts';
import type { Verdict } from '../smtp/receive/policy.ts';
import type { Reply } from '../smtp/reply.ts';
import { isMixed } from '../ledger/mixed-outcomes.ts';
import * as replies from '../replies.ts';

/** One recipient's verdict. */
export type RecipientOutcome = {
  delivery: Delivery;
  /** False if the ledger had the answer: this attempt's id in Received does not belong to it. */
  begun: boolean;
};

const replyFor = ({ delivery, begun }: RecipientOutcome, id: string) =>
  replies.verdictReply(delivery, begun ? id : undefined);

/**
 * All accepted: 250. All failed in the same way: that reply. Mixed: 451, and the ledger resolves it on the next
 * attempt.
 * @param id of the message
 */
export function verdictOf(outcomes: readonly RecipientOutcome[], id: string): Reply {
  const first = outcomes.find(({ begun }) => begun) ?? outcomes[0];
  const mixed = isMixed(outcomes.map(({ delivery }) => delivery));
  if (first === undefined || mixed) return replies.withId(replies.MIXED, id);
  return replyFor(first, id);
}

/**
 * For a sender that accepts a verdict per recipient (PRDR). The overall reply is positive if any recipient got the
 * message: Exim applies a negative one to all of them.
 */
export function verdictsOf(outcomes: readonly RecipientOutcome[], id: string): Verdict {
  const got = outcomes.filter(({ delivery }) => delivery.kind === 'accepted');
  const overall = verdictOf(got.length > 0 ? got : outcomes, id);
  return { ...overall, each: outcomes.map((one) => replyFor(one, id)) };
}
