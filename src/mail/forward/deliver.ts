/** The heart: delivery of one message to one recipient, by the kind of the recipient. */

import type { Decision } from '../copy/author-policy.ts';
import {
  type Composition,
  compose,
  composeUnjudged,
  type ForwardDecision,
} from '../copy/compose.ts';
import type { JudgedMessage } from '../copy/judged-message.ts';
import { LOOP_FIELD } from '../copy/loop-marks.ts';
import {
  type FilterVerdict,
  filterVerdict,
  quarantineVerdict,
  SPAM_MARK,
} from '../filter/filter-verdict.ts';
import { prepend } from '../message/edits.ts';
import { receivedField } from '../message/received.ts';
import type { Recipient } from '../recipients/directory.ts';
import { type ReplyRefusal, UNWANTED, UNWANTED_NOW } from '../reply/refusals.ts';
import * as replies from '../replies.ts';
import { isComplaint, markedAlias } from '../return-path/complaint.ts';
import type { Delivery } from '../smtp/delivery.ts';
import { isTransient } from '../smtp/reply.ts';
import type { Engine } from './engine.ts';
import type { Mail } from './mail.ts';
import { returnReport, takeComplaint, takeLetterReport } from './reports.ts';

type To<Kind extends Recipient['kind']> = Extract<Recipient, { kind: Kind }>;

/** @returns the verdict of the next hop, or ours before it. Rejects for internal errors only */
export function composeAndDeliver(
  mail: Mail,
  recipient: Recipient,
  engine: Engine,
): Promise<Delivery> {
  switch (recipient.kind) {
    case 'alias':
      return toAlias(mail, recipient, engine);
    case 'operator':
      return toOperator(mail, recipient, engine);
    case 'reply':
      return deliverReply(mail, recipient.shown, engine);
    case 'bounce':
      if (isComplaint(mail.message)) return takeComplaint(mail, recipient, recipient.alias, engine);
      return returnReport(mail, recipient, engine);
    case 'letter':
      if (isComplaint(mail.message)) return takeComplaint(mail, recipient, undefined, engine);
      return takeLetterReport(mail, recipient.key, engine.observers.letterBounced);
  }
}

/**
 * The alias's owner gets a copy. The author's domain decides first, then the owner's rule about the author, then the
 * spam filter, then the owner's lock for unknown senders, and last the mailbox's server.
 */
async function toAlias(mail: Mail, recipient: To<'alias'>, engine: Engine): Promise<Delivery> {
  const { replies: ownersReplies, senders, switchOff } = engine.features;
  const begun = engine.clock.date();
  const judging = mail.judged();
  const judged = judging && (await judging);
  const replyAddresses = ownersReplies.addressesOf(recipient.shown);
  const decision = judged?.decisionFor(recipient.shown, replyAddresses !== undefined);
  if (decision?.kind === 'refuse' || decision?.kind === 'defer') return rejection(decision);
  const lookUp = judged && senders.rule(recipient, judged.provenAuthor);
  const rule = lookUp && (await lookUp);
  if (rule?.isBlocked === true) return { kind: 'refused', reply: replies.BLOCKED_SENDER };
  // Queried after our own rejections and after the ledger: docs/decisions/filter-lists-complaints.md.
  const asked = mail.filter();
  const action = asked && (await asked);
  const isQuarantined = judged?.isQuarantined === true && decision?.authentic === false;
  const filtered = isQuarantined ? quarantineVerdict(action) : filterVerdict(action);
  if (isQuarantined) engine.observers.onQuarantine(outcomeOf(filtered));
  if (filtered.kind !== 'passes') return filtered;
  // After the filter, so that spam takes no place among the waiting senders.
  const lockOutcome = rule && (await rule.lockOutcome());
  if (lockOutcome) return lockOutcome;
  return passCopy(
    mail,
    recipient,
    {
      begun,
      judged: judged && decision && { message: judged, decision },
      mark: filtered.isMarked ? SPAM_MARK : '',
      replyAddresses,
      switchOff: () => switchOff(recipient.aliasId, recipient.linkEpoch),
    },
    engine,
  );
}

/**
 * The operator gets a copy, neither filtered nor answered under another address. Anyone can write to abuse@: such a
 * complaint counts only with our mark in the message that it is about.
 */
async function toOperator(
  mail: Mail,
  recipient: To<'operator'>,
  engine: Engine,
): Promise<Delivery> {
  const begun = engine.clock.date();
  const judging = mail.judged();
  const judged = judging && (await judging);
  const decision = judged?.decisionFor(recipient.shown, false);
  if (decision?.kind === 'refuse' || decision?.kind === 'defer') return rejection(decision);
  const delivery = await passCopy(
    mail,
    recipient,
    {
      begun,
      judged: judged && decision && { message: judged, decision },
      mark: '',
      replyAddresses: undefined,
      switchOff: () => undefined,
    },
    engine,
  );
  if (delivery.kind !== 'accepted') return delivery;
  const { loopMarks, observers } = engine;
  const about = markedAlias(mail.message, LOOP_FIELD, (alias) => loopMarks.of(alias));
  if (about !== undefined) await observers.complained(about);
  return delivery;
}

/**
 * An owner's reply to one correspondent, whose server decides in the owner's session.
 * @param replyAddress of the envelope, in lower case
 */
async function deliverReply(
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

/** The verdicts and lines that make a recipient's copy. */
type Copy = Pick<Composition, 'replyAddresses' | 'switchOff'> & {
  /** Undefined: the message was not judged, and is forwarded unchanged. */
  judged: { message: JudgedMessage; decision: ForwardDecision } | undefined;
  /** Fields of the spam filter, prepended below ours; empty: none. */
  mark: string;
  /** When the delivery began, in milliseconds since 1970. */
  begun: number;
};

/** Composes the recipient's copy with the lines for this recipient, and passes it to the next hop. */
async function passCopy(
  mail: Mail,
  recipient: To<'alias' | 'operator'>,
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

const rejection = ({ kind, reply }: Extract<Decision, { kind: 'refuse' | 'defer' }>): Delivery =>
  kind === 'refuse' ? { kind: 'refused', reply } : { kind: 'deferred', reply };

function outcomeOf(verdict: FilterVerdict): 'passed' | 'marked' | 'refused' | 'deferred' {
  if (verdict.kind !== 'passes') return verdict.kind;
  return verdict.isMarked ? 'marked' : 'passed';
}
