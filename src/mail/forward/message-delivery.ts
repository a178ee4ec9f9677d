/**
 * Delivery of one message to each recipient of its transaction: each is tried once, and the ledger records the
 * outcome.
 */

import type { AddressBlocks } from '#rules/address-block.ts';
import { asksSenders } from '#rules/senders.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Verdict } from '../smtp/receive/policy.ts';
import type { Reply } from '../smtp/reply.ts';
import type { Acknowledgements } from '../ledger/acknowledgements.ts';
import { composeAndDeliver } from './deliver.ts';
import type { Mail } from './mail.ts';
import type { Recipient } from '../recipients/directory.ts';
import type { Engine } from './engine.ts';
import type { PairRecord } from '../ledger/ledger.ts';
import type { MessageIdentity, LedgerKey } from '../ledger/fingerprint.ts';
import { reportKey } from './reports.ts';
import { isMixed, nextAttempt, type RecipientsOutcome } from '../ledger/mixed-outcomes.ts';
import * as replies from '../replies.ts';

/** An accepted recipient of a transaction, with its ledger entries. */
export type Accepted = Recipient & {
  /** Hash of the sender and this recipient. */
  pair: Buffer;
  before: PairRecord;
};

/** A transaction at its final dot. */
export type EndedTransaction = {
  /** One entry per accepted RCPT, in order: a recipient named twice is here twice. */
  named: readonly Accepted[];
  /** Whether the sender accepts a verdict per recipient. */
  perRecipient: boolean;
  /** Whether a recipient was deferred to a transaction of its own. */
  turnedAway: boolean;
  /** Undefined if a repetition of the message cannot be recognized. */
  content: MessageIdentity | undefined;
};

/** The outcome for one recipient. */
type Result = RecipientOutcome & {
  recipient: Accepted;
  /** Absent if nothing is recorded in the ledger. */
  key?: LedgerKey;
};

const DELIVERED_BEFORE: Delivery = {
  kind: 'accepted',
  reply: replies.delivered(undefined),
  peer: { host: 'ledger', tls: null },
};
const UNDER_WAY: Delivery = { kind: 'deferred', reply: replies.UNDER_WAY };

export class MessageDelivery {
  readonly #engine: Engine;
  readonly #blocks: AddressBlocks;
  readonly #acknowledgements: Acknowledgements;

  /** @param blocks of the client */
  constructor(engine: Engine, blocks: AddressBlocks, acknowledgements: Acknowledgements) {
    this.#engine = engine;
    this.#blocks = blocks;
    this.#acknowledgements = acknowledgements;
  }

  /** The message's octets are lent until the verdict. @returns the reply to the final dot */
  async toEach(mail: Mail, transaction: EndedTransaction): Promise<Verdict> {
    const { named, perRecipient, turnedAway, content } = transaction;
    const recipients = [...new Set(named)];
    const work = recipients.map((recipient) => this.#deduplicated(mail, recipient, content));
    const results = await Promise.all(work).catch(async (error: unknown) => {
      // The octets are lent until the verdict, so we wait for every delivery first.
      await Promise.allSettled(work);
      throw error;
    });
    const mixed = !perRecipient && isMixed(results.map(({ delivery }) => delivery));
    const notes = results.flatMap((result) => this.#note(result, { mixed, turnedAway }) ?? []);
    if (notes.length > 0) await Promise.all(notes);
    if (!perRecipient) return verdictOf(results, mail.id);
    const each = named.flatMap((one) => results[recipients.indexOf(one)] ?? []);
    return verdictsOf(each, mail.id);
  }

  /** Delivers, unless the ledger has recorded this message as delivered to this recipient. */
  async #deduplicated(
    mail: Mail,
    recipient: Accepted,
    content: MessageIdentity | undefined,
  ): Promise<Result> {
    const { ledger, observers } = this.#engine;
    if (content === undefined) {
      const delivery = await this.#observed(mail, recipient);
      return { recipient, delivery, begun: true };
    }
    const key = ledger.key(recipient.pair, content);
    const before = await ledger.recall(key, recipient.before);
    if (before === 'delivered') {
      observers.onCopy({ id: mail.id, recipient });
      return { recipient, key, delivery: DELIVERED_BEFORE, begun: false };
    }
    if (before === 'under-way' || !ledger.claim(key)) {
      return { recipient, key, delivery: UNDER_WAY, begun: false };
    }
    this.#acknowledgements.begun(key);
    const delivery = await this.#observed(mail, recipient);
    if (delivery.kind === 'accepted') this.#acknowledgements.arrived(key);
    return { recipient, key, delivery, begun: true };
  }

  /** Delivers, and updates the limits, the metrics and the log. */
  async #observed(mail: Mail, recipient: Accepted): Promise<Delivery> {
    const { clock, limits, observers } = this.#engine;
    const { floods, probing } = limits;
    const begun = clock.now();
    const { kind, shown } = recipient;
    // Counted here and not at RCPT: a client that sends no message must not use up an alias's limit.
    const asks = kind === 'alias' && asksSenders(recipient.senders);
    if (kind === 'alias' && !asks) floods.add(shown);
    let delivery: Delivery;
    try {
      delivery = await this.#inLimit(mail, recipient);
    } catch (error) {
      // One recipient's error must not lose the other recipients' verdicts.
      observers.onFault(error);
      delivery = { kind: 'deferred', reply: replies.FAULT };
    }
    if (kind === 'alias') {
      // Senders that are unknown, or forged, must not use up the limit of others.
      const isKept = isOurs(delivery);
      if (asks && !isKept) floods.add(shown);
      if (!asks && isKept) floods.giveBack(shown);
      await this.#noteFor(mail, recipient, delivery);
      if (delivery.kind === 'accepted') {
        probing.reached(this.#blocks, shown);
        if (recipient.isUnconfirmed) observers.unconfirmedReached(recipient.forwardPath);
      }
    }
    observers.observe(delivery, { id: mail.id, recipient, ms: clock.now() - begun });
    return delivery;
  }

  /** Delivers, unless there were too many reports: they count here for the same reason. */
  async #inLimit(mail: Mail, recipient: Accepted): Promise<Delivery> {
    const { bounces } = this.#engine.limits;
    const isReport = recipient.kind === 'bounce' || recipient.kind === 'letter';
    const key = isReport ? reportKey(recipient) : undefined;
    if (key !== undefined && bounces.take(key) > 0) {
      return { kind: 'deferred', reply: replies.TOO_MANY_BOUNCES };
    }
    const delivery = await composeAndDeliver(mail, recipient, this.#engine);
    if (key !== undefined && isOurs(delivery)) bounces.giveBack(key);
    return delivery;
  }

  /** For the owner: the history, and the sender that was seen. */
  async #noteFor(
    { judged, sender }: Mail,
    { aliasId, senders: settings }: Extract<Recipient, { kind: 'alias' }>,
    delivery: Delivery,
  ): Promise<void> {
    const { history, senders } = this.#engine.features;
    // It was judged for the delivery; a rejection was handled there.
    const author = senders.areNoted(settings)
      ? (await judged()?.catch(() => undefined))?.provenAuthor
      : undefined;
    history.delivery(aliasId, sender, delivery, author);
    if (author !== undefined && delivery.kind === 'accepted') senders.note(aliasId, author);
  }

  /** Writes the ledger entries for the sender's next attempt; usually there are none. */
  #note(
    { recipient, key, delivery, begun }: Result,
    outcome: RecipientsOutcome,
  ): Promise<unknown> | undefined {
    const { kind, reply } = delivery;
    let written: Promise<unknown> | undefined;
    if (key !== undefined) {
      if (!begun && kind === 'accepted') this.#acknowledgements.heldBack(key, outcome.mixed);
      else if (kind === 'accepted') written = this.#acknowledgements.delivered(key, outcome.mixed);
      else if (begun) written = this.#acknowledgements.failed(key);
    }
    const next = nextAttempt(recipient.before, kind, outcome);
    return next === undefined ? written : this.#noteNext(next, recipient.pair, reply, written);
  }

  /** @param written the entries of this attempt, which are written first */
  async #noteNext(
    next: NonNullable<ReturnType<typeof nextAttempt>>,
    pair: Buffer,
    reply: Delivery['reply'],
    written: Promise<unknown> | undefined,
  ): Promise<void> {
    const { ledger } = this.#engine;
    await written;
    switch (next) {
      case 'alone':
        return ledger.askAlone(pair);
      case 'yield':
        return ledger.letOthersPass(pair, reply);
      case 'none':
        return ledger.clearFailure(pair);
    }
  }
}

/** Whether we rejected or deferred it ourselves: the mailbox's server has not seen it. */
const isOurs = (delivery: Delivery) =>
  delivery.kind !== 'accepted' && delivery.far === undefined && delivery.stage === undefined;

/** One recipient's verdict. */
export type RecipientOutcome = {
  delivery: Delivery;
  /** False if the ledger had the answer, and no delivery was begun: the id of this attempt does not belong to it. */
  begun: boolean;
};

const replyFor = ({ delivery, begun }: RecipientOutcome, id: string) =>
  replies.verdictReply(delivery, begun ? id : undefined);

/**
 * One reply for a message with several recipients: RFC 5321 has one reply to the final dot for all of them.
 * All accepted: 250. All failed in the same way: that reply. Mixed: 451, and the ledger resolves it on the next
 * attempt.
 * @param id of the message
 */
export function verdictOf(outcomes: readonly RecipientOutcome[], id: string): Reply {
  const first = outcomes.find(({ begun }) => begun) ?? outcomes[0];
  const mixed = isMixed(outcomes.map(({ delivery }) => delivery));
  if (first === undefined || mixed) return replies.withId(replies.MIXED, id);
  return replyFor(first, id);
}

/**
 * For a sender that accepts a verdict per recipient (PRDR). The overall reply is positive if any recipient got the
 * message: Exim applies a negative one to all of them.
 */
function verdictsOf(outcomes: readonly RecipientOutcome[], id: string): Verdict {
  const got = outcomes.filter(({ delivery }) => delivery.kind === 'accepted');
  const overall = verdictOf(got.length > 0 ? got : outcomes, id);
  return { ...overall, each: outcomes.map((one) => replyFor(one, id)) };
}
