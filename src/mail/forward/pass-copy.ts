/** A recipient's copy of a message: composed with the lines for this recipient, and passed to the next hop. */

import {
  type Composition,
  compose,
  composeUnjudged,
  type ForwardDecision,
} from '../copy/compose.ts';
import type { JudgedMessage } from '../copy/judged-message.ts';
import { LOOP_FIELD } from '../copy/loop-marks.ts';
import { receivedField } from '../message/received.ts';
import type { Recipient } from '../recipients/directory.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Engine } from './engine.ts';
import type { Mail } from './mail.ts';

/** The verdicts and lines that make a recipient's copy. */
export type Copy = Pick<Composition, 'replyAddresses' | 'switchOff'> & {
  /** Undefined: the message was not judged, and is forwarded unchanged. */
  judged: { message: JudgedMessage; decision: ForwardDecision } | undefined;
  /** Fields of the spam filter, prepended below ours; empty: none. */
  mark: string;
  /** When the delivery began, in milliseconds since 1970. */
  begun: number;
};

export async function passCopy(
  mail: Mail,
  recipient: Extract<Recipient, { kind: 'alias' | 'operator' }>,
  { judged, mark, begun, ...shown }: Copy,
  { hostname, loopMarks, nextHop, ownDomains, returnPaths, signatures }: Engine,
): Promise<Delivery> {
  const { id, message, cuts, origin, sender, utf8, deadline } = mail;
  const { shown: alias, forwardPath } = recipient;
  const composition = {
    ...shown,
    message,
    cuts,
    alias,
    ownDomains,
    signatures,
    trace:
      `${receivedField(origin, hostname, id, alias, begun)}Delivered-To: ${alias}\r\n` +
      `${LOOP_FIELD}: ${loopMarks.of(alias)}\r\n${mark}`,
  };
  const composed = judged
    ? await compose(judged.message, judged.decision, composition)
    : composeUnjudged(composition);
  const reversePath = sender && returnPaths.rewrite(sender, alias);
  const envelope = { reversePath, forwardPath, utf8 };
  const isOurs = origin === undefined;
  const outgoing = isOurs ? await signatures.signOwn(composed) : composed;
  return nextHop.deliver(envelope, outgoing, deadline);
}
