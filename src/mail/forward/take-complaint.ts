/**
 * A complaint about a message, sent to one of our return paths. It is counted and forwarded to the operator, never to
 * the author or the owner.
 */

import { composeUnjudged } from '../copy/compose.ts';
import { receivedField } from '../message/received.ts';
import type { Recipient } from '../recipients/directory.ts';
import * as replies from '../replies.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Engine } from './engine.ts';
import type { Mail } from './mail.ts';

/**
 * @param alias undefined: about a message whose alias is not known, or one of our letters
 * @returns accepted, unless the operator's server defers: a complaint that it rejects has been counted anyway
 */
export async function takeComplaint(
  { id, message, cuts, origin, utf8, deadline }: Mail,
  { shown }: Recipient,
  alias: string | undefined,
  { hostname, clock, operator, nextHop, observers }: Engine,
): Promise<Delivery> {
  if (operator !== undefined) {
    const envelope = { reversePath: '', forwardPath: operator, utf8 };
    const trace = receivedField(origin, hostname, id, shown, clock.date());
    const passed = await nextHop.deliver(
      envelope,
      composeUnjudged({ message, cuts, trace }),
      deadline,
    );
    if (passed.kind === 'deferred') return passed;
  }
  await observers.complained(alias);
  const peer = { host: 'complaints', tls: null };
  return { kind: 'accepted', reply: replies.delivered(id), peer };
}
