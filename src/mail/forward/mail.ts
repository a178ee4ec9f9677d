/** One message on its way to the recipients of its transaction. */

import type { WhenJudged } from '../copy/checks.ts';
import type { HeaderRange } from '../copy/judged-message.ts';
import type { FilterAnswer } from '../filter/filter.ts';
import type { WireMessage } from '../message/message.ts';
import type { Origin } from '../message/received.ts';
import type { ReplyPlan } from '../reply/plan.ts';

/** Time limit of a delivery after the final dot: the sender waits 10 minutes (RFC 5321 section 4.5.3.2.6). */
export const DELIVERY_TIMEOUT_MS = 150_000;

export type Mail = {
  /** As in Received. */
  id: string;
  /** Absent for a message made here, which is signed and not judged. */
  origin?: Origin;
  /** The reverse-path, empty for `<>`. */
  sender: string;
  utf8: boolean;
  message: WireMessage;
  /** Header fields that must not be forwarded, from the last to the first. */
  cuts: readonly HeaderRange[];
  /** Clock time at which the delivery is given up; the wait for the DNS counts. */
  deadline: number;
  /** The same for all recipients: the first call judges the message. */
  judged: WhenJudged;
  /** Queries the spam filter, once for all aliases. */
  filter: FilterAnswer;
  /** For a message to reply addresses: the plan of its delivery. */
  reply: Pick<ReplyPlan, 'for'>;
};

/** A message to no reply address. */
export const NO_PLAN: Mail['reply'] = {
  for() {
    throw new Error('a reply needs a plan');
  },
};

/** Digits of half an id. */
const HALF = 5;

/** A message's id in its Received field, in our reply and in the log: 50 random bits. */
export function mailId(random: () => number): string {
  // Two halves: small integers are converted to text ten times as fast as large ones.
  const half = () =>
    Math.floor(random() * 32 ** HALF)
      .toString(32)
      .padStart(HALF, '0');
  return half() + half();
}
