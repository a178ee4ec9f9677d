/** What comes back to our return paths: reports about messages and letters, and complaints. */

import { composeUnjudged } from '../copy/compose.ts';
import { prepend } from '../message/edits.ts';
import { receivedField } from '../message/received.ts';
import type { Recipient } from '../recipients/directory.ts';
import * as replies from '../replies.ts';
import { bounceReport } from '../return-path/bounce-report.ts';
import { readReport } from '../return-path/remote-report.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Engine } from './engine.ts';
import { type Mail, mailId } from './mail.ts';

type Reported = Extract<Recipient, { kind: 'bounce' | 'letter' }>;

/** Under which a report counts. By meaning: one return path can be spelled in many ways, and so can its sender. */
export const reportKey = (recipient: Reported): string =>
  recipient.kind === 'letter'
    ? recipient.key
    : `${recipient.forwardPath.toLowerCase()} ${recipient.alias ?? ''}`;

/**
 * A report about a message that passed through us: its sender gets our own report. The remote server's contains the
 * real address in many places, and its origin reveals the mailbox's host.
 * @returns refused if the message is not a report; otherwise the verdict of the next hop
 */
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

/**
 * A report about one of our letters: only the sender of letters is notified.
 * @param key identifies the address that the letter went to
 * @param letterBounced called for a letter that could not be delivered; if it rejects, so does this function, and the
 * report is retried
 */
export async function takeLetterReport(
  { id, message }: Pick<Mail, 'id' | 'message'>,
  key: string,
  letterBounced: Engine['observers']['letterBounced'],
): Promise<Delivery> {
  const report = readReport(message);
  if (report === undefined) return { kind: 'refused', reply: replies.NO_REPORT };
  // RFC 3464 section 2.3.3: a delayed one may still arrive.
  if (report.action === 'failed') await letterBounced(key);
  return { kind: 'accepted', reply: replies.delivered(id), peer: { host: 'letters', tls: null } };
}

/**
 * A complaint about a message. It is counted and forwarded to the operator, never to the author or the owner.
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
