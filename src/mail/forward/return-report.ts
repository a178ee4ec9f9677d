/**
 * A report about a message that passed through us: its sender gets our own report. The remote server's contains the
 * real address in many places, and its origin reveals the mailbox's host.
 */

import { mailId } from '../mail-id.ts';
import { prepend } from '../message/prepend.ts';
import { receivedField } from '../message/received.ts';
import type { Recipient } from '../recipients/directory.ts';
import * as replies from '../replies.ts';
import { bounceReport } from '../return-path/bounce-report.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Engine } from './engine.ts';
import type { Mail } from './mail.ts';

/** @returns refused if the message is not a report; otherwise the verdict of the next hop */
export async function returnReport(
  { id, message, utf8, deadline }: Mail,
  recipient: Extract<Recipient, { kind: 'bounce' }>,
  { hostname, clock, random, nextHop, signatures }: Engine,
): Promise<Delivery> {
  const now = clock.date();
  const report = bounceReport(message, recipient, { hostname, now, boundary: mailId(random) });
  if (report === undefined) return { kind: 'refused', reply: replies.NO_REPORT };
  const envelope = { reversePath: '', forwardPath: recipient.forwardPath, utf8 };
  // It begins here, so its trace names no origin.
  const trace = receivedField(undefined, hostname, id, recipient.shown, now);
  const traced = prepend(Buffer.from(trace), report);
  return nextHop.deliver(envelope, await signatures.signOwn(traced), deadline);
}
