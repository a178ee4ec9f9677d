/** An owner's reply to one correspondent, whose server decides in the owner's session. */

import { filterVerdict, SPAM_MARK } from '../filter/filter-verdict.ts';
import { prepend } from '../message/edits.ts';
import { type ReplyRefusal, UNWANTED, UNWANTED_NOW } from '../reply/refusals.ts';
import type { Delivery } from '../smtp/delivery.ts';
import { isTransient } from '../smtp/reply.ts';
import type { Engine } from './engine.ts';
import type { Mail } from './mail.ts';

/** @param replyAddress of the envelope, in lower case */
export async function deliverReply(
  { id, deadline, reply: plan }: Pick<Mail, 'id' | 'deadline' | 'reply'>,
  replyAddress: string,
  { nextHop, features, observers }: Pick<Engine, 'nextHop' | 'features' | 'observers'>,
): Promise<Delivery> {
  const { replyFilter } = features;
  const { onReply } = observers;
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
  const question = { id, message, sender, recipients: [envelope.forwardPath] };
  const filtered = filterVerdict(await replyFilter.ask(question));
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
