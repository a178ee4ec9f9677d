/** The replies of the engine. Texts never contain the real address. An unknown alias and a switched-off one get the same reply. */

import type { Delivery } from './smtp/delivery.ts';
import { type Reply, reply, type Status } from './smtp/reply.ts';

export const SENDER_OK = reply(250, '2.1.0', 'Sender OK');
export const RECIPIENT_OK = reply(250, '2.1.5', 'Recipient OK');
/** @param id of the message, as in its Received field; undefined: this message was already delivered before */
export const delivered = (id: string | undefined) =>
  reply(250, '2.0.0', id === undefined ? 'Delivered' : `Delivered ${id}`);

/** Unknown and switched off alike. */
export const NO_SUCH_ALIAS = reply(550, '5.1.1', 'Recipient address rejected: User unknown');
/** Unconfirmed and paused alike: the sender's server retries. */
export const NOT_AT_THE_MOMENT = reply(450, '4.2.1', 'Mailbox temporarily unavailable');
export const RELAY_DENIED = reply(554, '5.7.1', 'Relay access denied');
export const STORE_SILENT = reply(451, '4.3.0', 'Temporary lookup failure; try again later');
export const PROBING = reply(421, '4.7.0', 'Too many unknown recipients; try again later');
export const NO_OPERATOR = reply(450, '4.2.1', 'Mailbox not configured yet; try again later');

/** @param list the operator's name for the list; the list's own text comes from a stranger and is not repeated */
export const listedBy = (list: string) =>
  reply(550, '5.7.1', `Service unavailable; client host blocked using ${list}`);

export const FLOOD = reply(
  451,
  '4.7.1',
  'Recipient is receiving mail too quickly; try again later',
);

export const ONLY_BOUNCES = reply(
  550,
  '5.7.1',
  'Only bounces with a null sender are accepted here',
);
export const BOUNCE_FORGED = reply(550, '5.1.1', 'Recipient address rejected: User unknown');
export const BOUNCE_EXPIRED = reply(550, '5.1.6', 'This return address has expired');
export const TOO_MANY_BOUNCES = reply(
  450,
  '4.7.1',
  'Too many bounces for this address; try again later',
);
export const NO_REPORT = reply(550, '5.6.0', 'Not a delivery status notification');

export const LOOP = reply(554, '5.4.6', 'Mail loop detected');
export const ONE_FROM = reply(550, '5.6.0', 'Message must have exactly one From header field');
export const ONE_AUTHOR = reply(550, '5.6.0', 'From header field must contain exactly one domain');
/** RFC 9989 section 7.2: the text contains "DMARC", so that systems and people see the reason. */
export const DMARC_REJECT = reply(
  550,
  '5.7.1',
  'Unauthenticated email is not accepted due to the DMARC policy of the From domain [dmarc-reject]',
);
export const DMARC_SILENT = reply(
  451,
  '4.7.5',
  'Temporary DNS failure for the From domain; try again later [dmarc-dns]',
);
/**
 * For senders that an alias does not know, or whose owner has blocked them. The texts are the same, so that no one learns who is
 * known. The objects differ, for the history.
 */
const KNOWN_ONLY = 'This mailbox takes mail of known senders only';
export const NEW_SENDER = reply(450, '4.7.1', `${KNOWN_ONLY}; try again later`);
export const UNPROVEN_SENDER = reply(450, '4.7.1', `${KNOWN_ONLY}; try again later`);
export const UNKNOWN_SENDER = reply(550, '5.7.1', KNOWN_ONLY);
export const BLOCKED_SENDER = reply(550, '5.7.1', KNOWN_ONLY);
/** For messages that the filter rejects, and for those that it cannot judge yet. */
export const UNWANTED = reply(550, '5.7.1', 'This mail looks unwanted');
export const FILTER_LATER = reply(451, '4.7.1', 'Try again later');
export const TOO_MANY_FIELDS = reply(550, '5.6.0', 'Too many header fields');

/** Some recipients have the message and others do not. The sender's server retries, and no one gets a second copy. */
export const MIXED = reply(451, '4.3.0', 'Delivery failed for some recipients; try again later');
/**
 * Defers the recipient to a transaction of its own, so that the sender gets its verdict. Not 452, the code of RFC 5321 section
 * 4.5.3.1.10: after 452 Exim keeps the recipient in the transaction, and a 5yz to the final dot then bounces that recipient too.
 */
export const ALONE_PLEASE = reply(451, '4.5.3', 'Send to this recipient in a separate transaction');
export const FAULT = reply(451, '4.3.0', 'Temporary local problem; try again later');
export const UNDER_WAY = reply(451, '4.3.0', 'Message is already being delivered; try again later');

/** A 4yz verdict in our own words. */
export function notNow({ code, enhanced }: Status): Reply {
  return reply(code, enhanced, 'Message deferred by the destination mail server');
}

/** The reply with the id of the mail, with which the operator finds the line in the log. */
export function withId({ code, enhanced, text }: Reply, id: string | undefined): Reply {
  return reply(code, enhanced, id === undefined ? text : `${text} (${id})`);
}

/**
 * The reply to our sender for a verdict. From the remote server's reply it takes code and enhanced code, never the text. Our own
 * verdict gives its true reason, and never claims that the mailbox rejected the message.
 */
export function verdictReply(delivery: Delivery, id: string | undefined): Reply {
  if (delivery.kind === 'accepted') return delivered(id);
  const { reply: verdict, far, kind } = delivery;
  if (far === undefined) return withId(verdict, id);
  return withId(kind === 'deferred' ? notNow(verdict) : refused(verdict), id);
}

function refused({ code, enhanced }: Status): Reply {
  return reply(code, enhanced, 'Message rejected by the destination mail server');
}
