/**
 * One reply for a message with several recipients: RFC 5321 knows one reply to the final dot for any number of them.
 */

import type { Delivery } from '../smtp/delivery.ts';
import type { Verdict } from '../smtp/receive/policy.ts';
import type { Reply } from '../smtp/reply.ts';
import { isMixed } from '../ledger/mixed-outcomes.ts';
import * as replies from '../replies.ts';

/** One recipient's verdict. */
export type RecipientOutcome = {
  delivery: Delivery;
  /** False where the ledger knew the answer: the Received field of this attempt does not belong to it. */
  begun: boolean;
};

const toldReply = ({ delivery, begun }: RecipientOutcome, id: string) =>
  replies.verdictReply(delivery, begun ? id : undefined);

/**
 * All accepted: 250. All failed alike: that reply. Mixed: 451, and the ledger sorts it out on the next attempt.
 * @param id of the mail
 */
export function verdictOf(told: readonly RecipientOutcome[], id: string): Reply {
  const first = told.find(({ begun }) => begun) ?? told[0];
  const mixed = isMixed(told.map(({ delivery }) => delivery));
  if (first === undefined || mixed) return replies.withId(replies.MIXED, id);
  return toldReply(first, id);
}

/**
 * For a sender that can be told of each recipient apart (PRDR). The reply for the message is positive where anybody got it:
 * Exim takes a negative one for all of them.
 */
export function verdictsOf(told: readonly RecipientOutcome[], id: string): Verdict {
  const got = told.filter(({ delivery }) => delivery.kind === 'accepted');
  const overall = verdictOf(got.length > 0 ? got : told, id);
  return { ...overall, each: told.map((one) => toldReply(one, id)) };
}
