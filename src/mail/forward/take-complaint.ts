/** A complaint about a mail at a return path of ours: the operator gets it, and it is counted; its author and the owner never do. */

import { composeUnjudged } from '../copy/compose.ts';
import type { HeaderRange } from '../copy/authenticated-mail.ts';
import type { WireMessage } from '../message/message.ts';
import * as replies from '../replies.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { NextHop } from '../smtp/send/route/next-hop.ts';

export type ComplaintOptions = {
  /** Receives it; undefined: nobody does. */
  operator: string | undefined;
  nextHop: NextHop;
  /** Counts a complaint. Never rejects. @param alias undefined: about a mail whose alias is not known, or a letter of ours */
  complained: (alias: string | undefined) => Promise<void>;
};

/** Its octets are lent until the verdict. */
export type Complaint = {
  id: string;
  message: WireMessage;
  cuts: readonly HeaderRange[];
  utf8: boolean;
  deadline: number;
  /** Fields that are put in front. */
  trace: string;
  alias: string | undefined;
};

/** Taken, unless the operator's server asks to come again: what it refuses was counted all the same. */
export async function takeComplaint(
  { id, alias, utf8, deadline, ...mail }: Complaint,
  { operator, nextHop, complained }: ComplaintOptions,
): Promise<Delivery> {
  if (operator !== undefined) {
    const envelope = { reversePath: '', forwardPath: operator, utf8 };
    const passed = await nextHop.deliver(envelope, composeUnjudged(mail), deadline);
    if (passed.kind === 'deferred') return passed;
  }
  await complained(alias);
  const peer = { host: 'complaints', tls: null };
  return { kind: 'accepted', reply: replies.delivered(id), peer };
}
