/**
 * Delivery of one message to one recipient: the prepended lines, the rewritten return path, and the next hop's
 * verdict.
 */

import { asksSenders } from '#rules/senders.ts';
import type { Clock } from '#time/clock.ts';
import type { WireMessage } from '../message/message.ts';
import { prepend } from '../message/prepend.ts';
import { type Origin, receivedField } from '../message/received.ts';
import type { FilterAction } from '../filter/answer.ts';
import {
  type FilterVerdict,
  filterVerdict,
  quarantineVerdict,
  SPAM_MARK,
} from '../filter/filter-verdict.ts';
import type { ReplyPlan } from '../reply/plan.ts';
import type { KnownSenders } from '../senders/known-senders.ts';
import { bounceReport } from '../return-path/bounce-report.ts';
import { isComplaint, markedAlias } from '../return-path/complaint.ts';
import type { ReturnPaths } from '../return-path/return-paths.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { AliasReplyAddresses } from '../copy/redirect-replies.ts';
import { compose, composeUnjudged } from '../copy/compose.ts';
import { deliverReply, type ReplyDeliveryOptions } from './deliver-reply.ts';
import type { Recipient } from '../recipients/directory.ts';
import type { JudgedMessage, HeaderRange } from '../copy/judged-message.ts';
import { takeLetterReport } from './letter-report.ts';
import { LOOP_FIELD, type LoopMarks } from '../copy/loop-marks.ts';
import { mailId } from '../mail-id.ts';
import { type ComplaintOptions, takeComplaint } from './take-complaint.ts';
import * as replies from '../replies.ts';
import type { Signatures } from '../signing/signatures.ts';

/** Time limit of a delivery after the final dot: the sender waits 10 minutes (RFC 5321 section 4.5.3.2.6). */
export const DELIVERY_TIMEOUT_MS = 150_000;

export type Mail = {
  /** As in Received. */
  id: string;
  /** Absent for a message made here, which is signed and not judged. */
  origin: Origin | undefined;
  /** The reverse-path, empty for `<>`. */
  sender: string;
  utf8: boolean;
  message: WireMessage;
  /** Header fields that must not be forwarded, from the last to the first. */
  cuts: readonly HeaderRange[];
  /** Clock time at which the delivery is given up; the wait for the DNS counts. */
  deadline: number;
  /** The judged message, the same for all recipients; the first call judges it. Undefined: forwarded unchanged. */
  judged: (() => Promise<JudgedMessage>) | undefined;
  /** Queries the spam filter, once for all aliases. Undefined: no filter, or it does not check this message. */
  filter: (() => Promise<FilterAction | undefined>) | undefined;
  /** For a message to reply addresses: the plan of its delivery. */
  reply: ReplyPlan | undefined;
};

export type DeliveryOptions = ReplyDeliveryOptions &
  ComplaintOptions & {
    hostname: string;
    /** All our domains, in A-labels and lower case. */
    ownDomains: readonly string[];
    returnPaths: ReturnPaths;
    loopMarks: LoopMarks;
    clock: Clock;
    /** Uniform in [0, 1). */
    random: () => number;
    signatures: Signatures;
    /** The owners' rules about senders, and the senders seen; undefined: not kept. */
    senders: KnownSenders | undefined;
    /** The reply addresses of an alias; undefined: senders stay unchanged, and replies show the real address. */
    aliasReplyAddresses: ((alias: string) => AliasReplyAddresses) | undefined;
    /** @returns an https address at which a POST switches the alias off; undefined: none */
    switchOff: (aliasId: string, linkEpoch: number) => string | undefined;
    /** Called with the verdict on a message whose author is not proven and whose domain asks for quarantine. */
    onQuarantine: (outcome: 'passed' | 'marked' | 'refused' | 'deferred') => void;
    /** Called if a genuine report says that one of our letters could not be delivered. */
    letterBounced: (key: string) => Promise<void>;
  };

/** Composes the recipient's copy, and passes it to the next hop. @returns the verdict */
export async function composeAndDeliver(
  mail: Mail,
  recipient: Recipient,
  options: DeliveryOptions,
): Promise<Delivery> {
  const {
    hostname,
    nextHop,
    returnPaths,
    loopMarks,
    clock,
    random,
    signatures,
    aliasReplyAddresses,
  } = options;
  const { deadline } = mail;
  const now = clock.date();
  const traceFrom = (origin: Origin | undefined) =>
    receivedField(origin, hostname, mail.id, recipient.shown, now);

  const isReturnPath = recipient.kind === 'letter' || recipient.kind === 'bounce';
  if (isReturnPath && isComplaint(mail.message)) {
    const alias = recipient.kind === 'bounce' ? recipient.alias : undefined;
    return takeComplaint({ ...mail, alias, trace: traceFrom(mail.origin) }, options);
  }
  if (recipient.kind === 'letter') {
    return takeLetterReport(mail, recipient.key, options.letterBounced);
  }
  if (recipient.kind === 'reply') {
    if (mail.reply === undefined) throw new Error('a reply needs a plan');
    return deliverReply(mail, mail.reply, recipient.shown, options);
  }
  if (recipient.kind === 'bounce') {
    // The remote server's report contains the real address in many places, and its origin reveals the mailbox's host.
    // The sender gets our own report instead, which begins here.
    const report = bounceReport(mail.message, recipient, {
      hostname,
      now,
      boundary: mailId(random),
    });
    if (report === undefined) return { kind: 'refused', reply: replies.NO_REPORT };
    const envelope = { reversePath: '', forwardPath: recipient.forwardPath, utf8: mail.utf8 };
    const traced = prepend(Buffer.from(traceFrom(undefined)), report);
    return nextHop.deliver(envelope, await signatures.signOwn(traced), deadline);
  }

  const judged = mail.judged && (await mail.judged());
  const replyAddresses =
    recipient.kind === 'alias' ? aliasReplyAddresses?.(recipient.shown) : undefined;
  const decision = judged?.decisionFor(recipient.shown, replyAddresses !== undefined);
  if (decision?.kind === 'refuse') return { kind: 'refused', reply: decision.reply };
  if (decision?.kind === 'defer') return { kind: 'deferred', reply: decision.reply };
  const lookUp =
    recipient.kind === 'alias' && judged ? senderRule(recipient, judged, options) : undefined;
  const rule = lookUp && (await lookUp);
  if (rule?.isBlocked === true) return { kind: 'refused', reply: replies.BLOCKED_SENDER };
  const isAlias = recipient.kind === 'alias';
  // Queried after our own rejections and after the ledger: docs/decisions/filter-lists-complaints.md.
  const action = isAlias && mail.filter ? await mail.filter() : undefined;
  const isQuarantined = isAlias && judged?.isQuarantined === true && decision?.authentic === false;
  const filtered = isQuarantined ? quarantineVerdict(action) : filterVerdict(action);
  if (isQuarantined) options.onQuarantine(outcomeOf(filtered));
  if (filtered.kind !== 'passes') return filtered;
  // After the filter, so that spam takes no place among the waiting senders.
  const lockOutcome = rule && (await rule.lockOutcome());
  if (lockOutcome) return lockOutcome;
  const composition = {
    message: mail.message,
    cuts: mail.cuts,
    alias: recipient.shown,
    replyAddresses,
    ownDomains: options.ownDomains,
    trace:
      `${traceFrom(mail.origin)}Delivered-To: ${recipient.shown}\r\n` +
      `${LOOP_FIELD}: ${loopMarks.of(recipient.shown)}\r\n${filtered.isMarked ? SPAM_MARK : ''}`,
    signatures,
    switchOff: () =>
      recipient.kind === 'alias'
        ? options.switchOff(recipient.aliasId, recipient.linkEpoch)
        : undefined,
  };
  const composed =
    judged !== undefined && decision !== undefined
      ? await compose(judged, decision, composition)
      : composeUnjudged(composition);
  const reversePath = mail.sender && returnPaths.rewrite(mail.sender, recipient.shown);
  const envelope = { reversePath, forwardPath: recipient.forwardPath, utf8: mail.utf8 };
  const own = mail.origin === undefined;
  const outgoing = own ? await signatures.signOwn(composed) : composed;
  const delivery = await nextHop.deliver(envelope, outgoing, deadline);
  // Anyone can write to abuse@. Such a complaint counts only with our mark in the message that it is about.
  if (recipient.kind === 'operator' && delivery.kind === 'accepted') {
    const about = markedAlias(mail.message, LOOP_FIELD, (alias) => loopMarks.of(alias));
    if (about !== undefined) await options.complained(about);
  }
  return delivery;
}

/** The owner's rule for the author of a message; undefined if no rule has to be looked up. */
function senderRule(
  { aliasId, senders: settings }: Extract<Recipient, { kind: 'alias' }>,
  { provenAuthor: author }: JudgedMessage,
  { senders }: DeliveryOptions,
) {
  if (senders === undefined || !asksSenders(settings)) return undefined;
  return senders.find(aliasId, author).then((found) => ({
    isBlocked: found?.rule === 'blocked',
    lockOutcome: async () =>
      settings?.knownOnly ? senders.lockOutcome(aliasId, author, found) : undefined,
  }));
}

function outcomeOf(verdict: FilterVerdict): 'passed' | 'marked' | 'refused' | 'deferred' {
  if (verdict.kind !== 'passes') return verdict.kind;
  return verdict.isMarked ? 'marked' : 'passed';
}
