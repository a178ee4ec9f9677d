/**
 * A complaint about a message, sent to one of our return paths. It is counted and forwarded to the operator, never to
 * the author or the owner.
 */

import { composeUnjudged } from '../copy/compose.ts';
import type { HeaderRange } from '../copy/judged-message.ts';
import type { WireMessage } from '../message/message.ts';
import * as replies from '../replies.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { NextHop } from '../smtp/send/route/next-hop.ts';

export type ComplaintOptions = {
  /** The address that receives complaints; undefined: none. */
  operator: string | undefined;
  nextHop: NextHop;
  /**
   * Counts a complaint. Never rejects.
   * @param alias undefined: about a message whose alias is not known, or one of our letters
   */
  complained: (alias: string | undefined) => Promise<void>;
};

/** Its octets are lent until the verdict. */
export type Complaint = {
  id: string;
  message: WireMessage;
  cuts: readonly HeaderRange[];
  utf8: boolean;
  deadline: number;
  /** Fields to prepend. */
  trace: string;
  alias: string | undefined;
};

/** Accepted, unless the operator's server defers: a complaint that it rejects has been counted anyway. */
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
