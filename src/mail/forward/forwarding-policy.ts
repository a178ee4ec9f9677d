/** The engine's receiving policy: which recipients a client may send to, and when it gets the verdict of a delivery. */

import { type AddressBlocks, addressBlocks } from '#rules/address-block.ts';
import type { WireMessage } from '../message/message.ts';
import type { Origin } from '../message/received.ts';
import { type Inspection, NOT_INSPECTED, type WhenJudged } from '../copy/checks.ts';
import type {
  ConnectedClient,
  Intake,
  EnvelopeMailbox,
  MailParameters,
  Policy,
  Verdict,
} from '../smtp/receive/policy.ts';
import type { Reply } from '../smtp/reply.ts';
import { Acknowledgements } from '../ledger/acknowledgements.ts';
import { DELIVERY_TIMEOUT_MS, type Mail, mailId, NO_PLAN } from './mail.ts';
import type { Recipient } from '../recipients/directory.ts';
import type { Engine } from './engine.ts';
import { type AcceptedHeader, checkHeader, type HeaderCheck } from './header-check.ts';
import type { MessageIdentity } from '../ledger/fingerprint.ts';
import { type Accepted, MessageDelivery } from './message-delivery.ts';
import { reportKey } from './reports.ts';
import { admissionOf } from '../ledger/mixed-outcomes.ts';
import * as replies from '../replies.ts';

/** Before the header has arrived. */
const NO_HEADER: HeaderCheck = {
  kind: 'accepted',
  octets: 0,
  cuts: [],
  recognizable: false,
  relayed: false,
};

export class ForwardingPolicy implements Policy {
  readonly #client: ConnectedClient;
  readonly #engine: Engine;
  readonly #blocks: AddressBlocks;
  #sender = '';
  #utf8 = false;
  /** Whether the sender accepts a verdict per recipient. */
  #perRecipient = false;
  /** One entry per accepted RCPT, in order: a recipient named twice is here twice. */
  #recipients: Accepted[] = [];
  /** A recipient was deferred to a transaction of its own. */
  #turnedAway = false;
  /** Pairs of the recipients that were deferred in favor of others in this transaction. */
  #yielded: Buffer[] = [];
  /** Whether delivery to this transaction's recipients was tried. */
  #areTried = false;
  readonly #acknowledgements: Acknowledgements;
  readonly #delivery: MessageDelivery;

  constructor(client: ConnectedClient, engine: Engine) {
    this.#client = client;
    this.#engine = engine;
    this.#blocks = addressBlocks(client.address);
    this.#acknowledgements = new Acknowledgements(engine.ledger, engine.track);
    this.#delivery = new MessageDelivery(engine, this.#blocks, this.#acknowledgements);
  }

  mail(sender: EnvelopeMailbox | null, { utf8, perRecipient }: MailParameters): Reply {
    this.#sender = sender?.address ?? '';
    this.#utf8 = utf8;
    this.#perRecipient = perRecipient;
    return replies.SENDER_OK;
  }

  async recipient(mailbox: EnvelopeMailbox): Promise<Reply> {
    const { directory, features, ledger, limits, nextHop } = this.#engine;
    const { probing } = limits;
    if (probing.isSpent(this.#blocks)) return replies.PROBING;
    const found = await directory.find(mailbox);
    // Look-ups that ran at the same time may have counted guesses meanwhile.
    if (probing.isSpent(this.#blocks)) return replies.PROBING;
    if ('code' in found) {
      const { turnedAway } = found;
      const isUnknown = found === replies.NO_SUCH_ALIAS || turnedAway?.kind === 'ended';
      if (isUnknown) probing.missed(this.#blocks, mailbox.address);
      if (turnedAway) {
        features.history.turnedAway(turnedAway.kind, turnedAway.aliasId, this.#sender);
      }
      return found;
    }
    const again = this.#recipients.find(({ shown }) => shown === found.shown);
    if (again !== undefined) return this.#accept(again);
    const pause = 'forwardPath' in found ? nextHop.backingOff(found.forwardPath) : undefined;
    const refusal = this.#limitOf(found) ?? pause;
    if (refusal !== undefined) return refusal;
    const pair = ledger.pair(this.#sender, found.shown);
    const before = await ledger.recallPair(pair);
    const recipient = { ...found, pair, before };
    const keptOut = this.#perRecipient ? undefined : this.#keptOut(recipient);
    if (keptOut !== undefined) return keptOut;
    const lookUp = this.#listed(recipient);
    const listed = lookUp && (await lookUp);
    return listed ?? this.#accept(recipient);
  }

  /**
   * The reply to a client on a DNS list. A retry of a message that may have been delivered still reaches the ledger.
   * @returns undefined if no list has to be asked
   */
  #listed(recipient: Accepted): Promise<Reply | undefined> | undefined {
    const { dnsLists, history } = this.#engine.features;
    if (recipient.kind !== 'alias' || recipient.before.entry !== undefined) return undefined;
    return dnsLists.of(this.#client.address)?.then((listing) => {
      if (listing.kind !== 'listed') return undefined;
      history.turnedAway('listed', recipient.aliasId, this.#sender);
      return replies.listedBy(listing.zone);
    });
  }

  /**
   * The reply to a recipient that must not be in this transaction, if the sender gets one verdict for all recipients.
   */
  #keptOut({ pair, before }: Accepted): Reply | undefined {
    const others = this.#recipients.map((other) => other.before);
    const admission = admissionOf(before, others);
    switch (admission.kind) {
      case 'joins':
        return undefined;
      case 'yields':
        this.#yielded.push(pair);
        return replies.notNow(admission.verdict);
      case 'turned-away':
        this.#turnedAway = true;
        return replies.ALONE_PLEASE;
    }
  }

  message(): Intake {
    const { limits, hostname, loopMarks, ledger } = this.#engine;
    const { receivedFields } = limits;
    const recipients = this.#recipients;
    const fingerprint = ledger.fingerprint();
    let inspection = this.#inspection();
    let check = NO_HEADER;
    return {
      keepsHeader: inspection.keepsHeader,
      header: (octets) => {
        const marks = recipients.map(({ shown }) => loopMarks.of(shown));
        check = checkHeader(octets, { receivedFields, authservId: hostname, loopMarks: marks });
        if (check.kind === 'refused') inspection = NOT_INSPECTED;
        else if (check.recognizable) fingerprint.update(octets);
        inspection.header(octets);
      },
      body: (octets) => {
        if (check.kind === 'accepted' && check.recognizable) fingerprint.update(octets);
        inspection.body(octets);
      },
      end: (message) => {
        if (check.kind === 'refused') return Promise.resolve(check.reply);
        const { recognizable, relayed } = check;
        const content = recognizable
          ? { fingerprint: fingerprint.digest(message.chunks), relayed }
          : undefined;
        return this.#forward(message, check, { content, inspection });
      },
    };
  }

  reset(): void {
    const { ledger, track } = this.#engine;
    // A recipient that has yielded yields again until the others were tried. One of them may be deferred, or the
    // transaction may end before its message.
    const isOver = this.#recipients.length === 0 || (this.#areTried && !this.#turnedAway);
    for (const pair of isOver ? this.#yielded : []) track(ledger.askAlone(pair));
    this.#recipients = [];
    this.#turnedAway = false;
    this.#yielded = [];
    this.#areTried = false;
  }

  acknowledged(isCertain: boolean): void {
    this.#acknowledgements.read(isCertain);
  }

  halfClosed(): void {
    this.#acknowledgements.senderLeft();
  }

  closed(): void {
    this.#acknowledgements.closed();
  }

  #accept(recipient: Accepted): Reply {
    this.#recipients.push(recipient);
    return replies.RECIPIENT_OK;
  }

  /** The rejection of a recipient that accepts no mail of this kind, or none at the moment. */
  #limitOf(recipient: Recipient): Reply | undefined {
    const { bounces, floods } = this.#engine.limits;
    // Replies have separate limits, after the proof of the owner.
    if (recipient.kind === 'operator' || recipient.kind === 'reply') return undefined;
    if (recipient.kind === 'alias') {
      return floods.wait(recipient.shown) > 0 ? replies.FLOOD : undefined;
    }
    // RFC 5321 section 4.5.5: reports have a null reverse-path, so a return address accepts nothing else.
    if (this.#sender !== '') return replies.ONLY_BOUNCES;
    return bounces.wait(reportKey(recipient)) > 0 ? replies.TOO_MANY_BOUNCES : undefined;
  }

  /** Reports are not judged: we forward no text of theirs. */
  #inspection(): Inspection {
    const { checks } = this.#engine.features;
    const judged = this.#recipients.some(({ kind }) => kind !== 'bounce' && kind !== 'letter');
    const { address, helo } = this.#client;
    return judged ? checks.begin({ address, helo, sender: this.#sender }) : NOT_INSPECTED;
  }

  /** @param known.content if a repetition of the message can be recognized */
  #forward(
    message: WireMessage,
    { cuts, octets }: AcceptedHeader,
    { content, inspection }: { content: MessageIdentity | undefined; inspection: Inspection },
  ): Promise<Verdict> {
    this.#areTried = true;
    const { clock, random, track } = this.#engine;
    const { helo, address, esmtp, tls } = this.#client;
    const origin = { helo, address, esmtp, tls: tls?.protocol ?? null, utf8: this.#utf8 };
    const id = mailId(random);
    const judged = inspection.whenAsked({ sender: this.#sender, cuts });
    const mail: Mail = {
      id,
      origin,
      sender: this.#sender,
      utf8: this.#utf8,
      message,
      cuts,
      deadline: clock.now() + DELIVERY_TIMEOUT_MS,
      judged,
      filter: this.#filter(id, message, origin),
      reply: this.#replyPlan(message, octets, id, judged),
    };
    const work = this.#delivery.toEach(mail, {
      named: this.#recipients,
      perRecipient: this.#perRecipient,
      turnedAway: this.#turnedAway,
      content,
    });
    track(work);
    return work;
  }

  /** The filter reads a message for the aliases among its recipients. */
  #filter(id: string, message: WireMessage, origin: Origin): Mail['filter'] {
    const [sender, named] = [this.#sender, this.#recipients];
    return this.#engine.features.filter.whenAsked(() => {
      const aliases = named.filter(({ kind }) => kind === 'alias');
      const recipients = [...new Set(aliases.map(({ shown }) => shown))];
      return { id, message, sender, recipients, origin };
    });
  }

  #replyPlan(
    message: WireMessage,
    bodyStart: number,
    id: string,
    judged: WhenJudged,
  ): Mail['reply'] {
    const { features, limits } = this.#engine;
    if (!this.#recipients.some(({ kind }) => kind === 'reply')) return NO_PLAN;
    return features.replies.plan({
      id,
      sender: this.#sender,
      message,
      bodyStart,
      utf8: this.#utf8,
      judgement: async () => {
        const known = await judged();
        if (known === undefined) throw new Error('a reply needs the checks');
        return known.judgement;
      },
      onGuess: (replyAddress) => limits.probing.missed(this.#blocks, replyAddress),
    });
  }
}
