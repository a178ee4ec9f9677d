/** An owner's reply on its way to one correspondent, whose server gives the verdict in the owner's session. */

import type { ReplyReason } from '../reply/refusals.ts';
import type { ReplyPlan } from '../reply/plan.ts';
import type { Delivery } from '../smtp/delivery.ts';
import { isTransient } from '../smtp/reply.ts';
import type { NextHop } from '../smtp/send/route/next-hop.ts';

/** One reply for one recipient has ended. @param reason of our own decision; undefined: the correspondent's server gave the verdict */
export type ReplyObserver = (outcome: Delivery['kind'], reason: ReplyReason | undefined) => void;

/** @param replyAddress of the envelope, in lower case @param deadline moment of the clock at which it is given up */
export async function deliverReply(
  plan: ReplyPlan,
  replyAddress: string,
  { nextHop, onReply }: { nextHop: NextHop; onReply: ReplyObserver },
  deadline: number,
): Promise<Delivery> {
  const planned = await plan.for(replyAddress);
  if (planned.kind === 'refused') {
    const { reason, reply } = planned.refusal;
    const delivery: Delivery = isTransient(reply.code)
      ? { kind: 'deferred', reply }
      : { kind: 'refused', reply };
    onReply(delivery.kind, reason);
    return delivery;
  }
  const { envelope, message, ended } = planned;
  const pause = nextHop.backingOff(envelope.forwardPath);
  const delivery: Delivery =
    pause === undefined
      ? await nextHop.deliver(envelope, message, deadline)
      : { kind: 'deferred', reply: pause };
  onReply(delivery.kind, undefined);
  await ended(delivery.kind);
  return delivery;
}
