/**
 * `POST /functions/v1/send-test-mail`: a message to an alias through the same engine as all other mail, with a receipt.
 */

import type { Context } from 'hono';
import type { Delivery } from '#mail/smtp/delivery.ts';
import { ourLanguage } from '#languages/languages.ts';
import { ALIAS_MESSAGES, waitMessage } from '#rules/alias-messages.ts';
import { isTheirs, type Ownership } from '#rules/ownership.ts';
import type { DeliveryReceipt } from '#rules/page.ts';
import type { StoreLog, SharedCounts } from '#store/database.ts';
import type { Alias, Store } from '#store/store.ts';
import { readMembers } from '../body.ts';
import type { CallOfCaller } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import { notFound } from './function-call.ts';
import { mailboxKey, OF_ALIAS, OF_MAILBOX, TestMailLimit } from './test-mail-limit.ts';

/** Sends the message to the alias and waits for the next hop's verdict. `ms` runs from the handover to the verdict. */
export type SendTestMail = (
  alias: Alias,
  subject: string,
  message: string,
  language: string,
) => Promise<{ delivery: Delivery; ms: number }>;

/** In characters; far more than a person types to try an alias. */
const SUBJECT_LENGTH = 200;
const MESSAGE_LENGTH = 10_000;

/** Octets of the body: the longest message if each character is escaped (`\u20ac`). */
const BODY_OCTETS = 65_536;

export type TestMailOptions = {
  store: Store;
  ownership: Ownership;
  /** Milliseconds since 1970. */
  now: () => number;
  log: StoreLog;
  sendTestMail: SendTestMail;
  /** The counts of all nodes; absent if this is the only one. */
  sharedCounts?: SharedCounts;
};

export function sendTestMailCall({
  store,
  ownership,
  now,
  log,
  sendTestMail,
  sharedCounts,
}: TestMailOptions): CallOfCaller {
  const limits = { log, now, ...(sharedCounts && { shared: sharedCounts }) };
  const ofAlias = new TestMailLimit(OF_ALIAS, limits);
  const ofMailbox = new TestMailLimit(OF_MAILBOX, limits);
  return async (c, { asker }) => {
    const { alias_id, subject, message, language } = readTestMail(
      await readMembers(c, BODY_OCTETS),
    );
    const found = await store.aliasById(alias_id);
    // An alias's id alone gives no right to another caller's alias.
    if (!found || !isTheirs(ownership, found.alias, found.state, asker)) throw notFound();
    const { alias, state } = found;
    if (ownership.mode === 'confirmed' && state.confirmedAt === null) {
      throw new CallRefused(403, 'not_confirmed', 'The real address is not confirmed yet.');
    }
    // As for every message: an alias that is off does not count as paused.
    if (!alias.active) throw new CallRefused(409, 'alias_disabled', ALIAS_MESSAGES.aliasDisabled);
    if (state.pausedUntil !== null && state.pausedUntil > now()) {
      const until = new Date(state.pausedUntil).toISOString();
      return c.json({ code: 'paused', message: 'Forwarding is paused.', paused_until: until }, 409);
    }
    const wait = await ofAlias.begin(alias.id);
    if (wait > 0) throw notYet(c, wait);
    let delivery: Delivery | undefined;
    try {
      const mailbox = mailboxKey(alias.real_email);
      const waitOfMailbox = await ofMailbox.begin(mailbox);
      if (waitOfMailbox > 0) throw notYet(c, waitOfMailbox);
      try {
        const sent = await sendTestMail(alias, subject, message, language);
        delivery = sent.delivery;
        return answer(c, delivery, sent.ms);
      } finally {
        await ofMailbox.end(mailbox, mayHaveArrived(delivery));
      }
    } finally {
      await ofAlias.end(alias.id, delivery?.kind === 'accepted');
    }
  };
}

function notYet(c: Context, seconds: number): CallRefused {
  c.header('Retry-After', String(seconds));
  return new CallRefused(429, 'rate_limited', waitMessage(seconds));
}

function mayHaveArrived(delivery: Delivery | undefined): boolean {
  return (
    delivery?.kind === 'accepted' || (delivery?.kind === 'deferred' && delivery.unknown === true)
  );
}

type TestMail = {
  alias_id: string;
  subject: string;
  message: string;
  language: string;
};

function readTestMail(body: Record<string, unknown>): TestMail {
  const { alias_id, subject, message, language } = body;
  if (typeof alias_id !== 'string' || typeof subject !== 'string' || typeof message !== 'string') {
    throw invalid('alias_id, subject and message must be strings.');
  }
  if (subject.trim() === '' || message.trim() === '') {
    throw invalid('Subject and message must not be empty.');
  }
  // A line break in a subject would begin a header line of the sender's choice (RFC 5322 section 2.2).
  if (/\p{Cc}/u.test(subject)) throw invalid('The subject has a control character.');
  if (/[^\P{Cc}\t\r\n]/u.test(message)) throw invalid('The message has a control character.');
  if (subject.length > SUBJECT_LENGTH || message.length > MESSAGE_LENGTH) {
    throw invalid(
      `The subject has at most ${SUBJECT_LENGTH} characters, the message ${MESSAGE_LENGTH}.`,
    );
  }
  const inOurs = ourLanguage(language) ?? 'en';
  return { alias_id: alias_id.toLowerCase(), subject, message, language: inOurs };
}

const invalid = (message: string) => new CallRefused(400, 'invalid', message);

/** The texts are our own: the remote server's may name the real address. */
function answer(c: Context, { kind, reply, peer }: Delivery, ms: number): Response {
  if (kind === 'accepted') {
    const receipt: DeliveryReceipt = {
      host: peer.host,
      tls: peer.tls,
      ...(peer.proof && { proof: peer.proof }),
      code: reply.code,
      ms: Math.round(ms),
    };
    return c.json(receipt);
  }
  const failed = (code: string, reason: string) => ({
    code,
    message: `Test mail could not be delivered: ${reason}`,
    smtp_code: reply.code,
  });
  if (kind === 'refused') {
    return c.json(failed('refused', `the mail server refused it (${reply.code}).`), 502);
  }
  return peer
    ? c.json(failed('deferred', `the mail server asks to try later (${reply.code}).`), 503)
    : c.json(failed('unreachable', 'the mail server cannot be reached.'), 504);
}
