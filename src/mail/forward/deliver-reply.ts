/** An owner's reply to one correspondent, whose server decides in the owner's session. */

import type { Filter } from '../filter/filter.ts';
import { filterVerdict, SPAM_MARK } from '../filter/filter-verdict.ts';
import { prepend } from '../message/prepend.ts';
import type { ReplyPlan } from '../reply/plan.ts';
import { type ReplyReason, type ReplyRefusal, UNWANTED, UNWANTED_NOW } from '../reply/refusals.ts';
import type { Delivery } from '../smtp/delivery.ts';
import { isTransient } from '../smtp/reply.ts';
import type { NextHop } from '../smtp/send/route/next-hop.ts';

/**
 * Called when a reply to one recipient has ended.
 * @param reason of our own decision; undefined: the correspondent's server decided
 */
export type ReplyObserver = (outcome: Delivery['kind'], reason: ReplyReason | undefined) => void;

export type ReplyDeliveryOptions = {
  nextHop: NextHop;
  onReply: ReplyObserver;
  /** The spam filter; undefined: replies are not filtered. */
  replyFilter: Pick<Filter, 'ask'> | undefined;
};

/**
 * @param mail with its id in Received, and the clock time at which we give up
 * @param replyAddress of the envelope, in lower case
 */
export async function deliverReply(
  { id, deadline }: { id: string; deadline: number },
  plan: ReplyPlan,
  replyAddress: string,
  { nextHop, onReply, replyFilter }: ReplyDeliveryOptions,
): Promise<Delivery> {
  const refused = ({ reason, reply }: ReplyRefusal): Delivery => {
    const delivery: Delivery = isTransient(reply.code)
      ? { kind: 'deferred', reply }
      : { kind: 'refused', reply };
    onReply(delivery.kind, reason);
    return delivery;
  };
  const planned = await plan.for(replyAddress);
  if (planned.kind === 'refused') return refused(planned.refusal);
  const { envelope, message, ended } = planned;
  // The filter gets the message as the correspondent does: it never sees the owner's address or server.
  const sender = envelope.reversePath;
  const question = { id, message, sender, recipients: [envelope.forwardPath], origin: undefined };
  const filtered = filterVerdict(await replyFilter?.ask(question));
  if (filtered.kind !== 'passes') {
    await ended(filtered.kind);
    return refused(filtered.kind === 'refused' ? UNWANTED : UNWANTED_NOW);
  }
  const outgoing = filtered.isMarked ? prepend(Buffer.from(SPAM_MARK), message) : message;
  const pause = nextHop.backingOff(envelope.forwardPath);
  const delivery: Delivery =
    pause === undefined
      ? await nextHop.deliver(envelope, outgoing, deadline)
      : { kind: 'deferred', reply: pause };
  onReply(delivery.kind, undefined);
  await ended(delivery.kind);
  return delivery;
}
