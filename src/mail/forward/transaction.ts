/** The engine's policy: what one client may send to whom, and when it is told that a mail was delivered. */

import { type AddressBlocks, addressBlocks } from '#rules/address-block.ts';
import type { WireMessage } from '../message/message.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type {
  Client,
  Intake,
  Mailbox,
  MailParameters,
  Policy,
  Verdict,
} from '../smtp/receive/policy.ts';
import type { Reply } from '../smtp/reply.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { Allowance } from './allowance.ts';
import { type DeliveryOptions, deliver, type Mail } from './deliver.ts';
import type { Sent } from './delivery-log.ts';
import type { Directory, Recipient } from './directory.ts';
import { checkHeader, type HeaderCheck } from './header-check.ts';
import type { Ledger, PairRecord } from './ledger.ts';
import type { LedgerKey } from './ledger-key.ts';
import { mailId } from './mail-id.ts';
import type { Probing } from './probing.ts';
import * as replies from './replies.ts';
import { isMixed, verdictOf, verdictsOf } from './verdict.ts';

/** What the transactions of all connections share. */
export type Engine = DeliveryOptions & {
  directory: Directory;
  ledger: Ledger;
  /** Undefined: guessing is not limited. */
  probing: Probing | undefined;
  /** Reports per sender that gets them, and alias. */
  bounces: Allowance;
  /** Mails per alias. */
  floods: Allowance;
  /** More Received fields than this are a loop. */
  receivedFields: number;
  /** One delivery has ended. */
  observe: (delivery: Delivery, sent: Sent) => void;
  /** A recipient has this very message already: the sender hears 250, and nobody gets a second copy. */
  onCopy: () => void;
  /** Work that goes on after its connection has ended. */
  track: (work: Promise<unknown>) => void;
  /** A fault of ours: the sender hears 451. */
  onFault: (error: unknown) => void;
};

/** An accepted recipient of the transaction, with what the ledger knows of it. */
type Accepted = Recipient & {
  pair: Buffer;
  before: PairRecord;
};

/** One recipient's delivery and its outcome. */
type Attempt = {
  recipient: Accepted;
  /** Undefined where a repetition of the message could not be told from another mail: the ledger does not hear of it. */
  key: LedgerKey | undefined;
  delivery: Delivery;
  /** False where the ledger knew the answer, and nothing was begun. */
  begun: boolean;
};

const DELIVERED_BEFORE: Delivery = {
  kind: 'accepted',
  reply: replies.delivered(undefined),
  peer: { host: 'ledger', tls: null },
};
const UNDER_WAY: Delivery = { kind: 'deferred', reply: replies.UNDER_WAY };

export class Transaction implements Policy {
  readonly #client: Client;
  readonly #engine: Engine;
  readonly #blocks: AddressBlocks;
  #sender = '';
  #utf8 = false;
  /** The sender can be told of each recipient apart. */
  #perRecipient = false;
  /** One for each accepted RCPT, in their order: who was named twice stands here twice. */
  #recipients: Accepted[] = [];
  /** Somebody was asked to come in a transaction of its own. */
  #turnedAway = false;
  /** Pairs that have stood back in this transaction, for others to have their turn. */
  #stoodBack: Buffer[] = [];
  readonly #acknowledgements: Acknowledgements;

  constructor(client: Client, engine: Engine) {
    this.#client = client;
    this.#engine = engine;
    this.#blocks = addressBlocks(client.address);
    this.#acknowledgements = new Acknowledgements(engine.ledger, engine.track);
  }

  mail(sender: Mailbox | null, { utf8, perRecipient }: MailParameters): Reply {
    this.#sender = sender?.address ?? '';
    this.#utf8 = utf8;
    this.#perRecipient = perRecipient;
    return replies.SENDER_OK;
  }

  async recipient(mailbox: Mailbox): Promise<Reply> {
    const { directory, ledger, probing, nextHop } = this.#engine;
    if (probing?.isSpent(this.#blocks) === true) return replies.PROBING;
    const found = await directory.find(mailbox);
    // Guesses that were looked up at the same time have been counted meanwhile.
    if (probing?.isSpent(this.#blocks) === true) return replies.PROBING;
    if ('code' in found) {
      if (found === replies.NO_SUCH_ALIAS) probing?.missed(this.#blocks, mailbox.address);
      return found;
    }
    const again = this.#recipients.find(({ shown }) => shown === found.shown);
    if (again !== undefined) return this.#accept(again);
    const pause = found.kind === 'letter' ? undefined : nextHop.backingOff(found.forwardPath);
    const refusal = this.#limitOf(found) ?? pause;
    if (refusal !== undefined) return refusal;
    const pair = ledger.pair(this.#sender, found.shown);
    const before = await ledger.recallPair(pair);
    const recipient = { ...found, pair, before };
    return (!this.#perRecipient && this.#notNow(recipient)) || this.#accept(recipient);
  }

  /** Where the sender hears one verdict for all: who must not be in this transaction. */
  #notNow({ pair, before: { alone, standsBack } }: Accepted): Reply | undefined {
    if (standsBack !== undefined) {
      this.#stoodBack.push(pair);
      return replies.notNow(standsBack);
    }
    const others = this.#recipients;
    if (others.length === 0 || !(alone || others.some(({ before }) => before.alone)))
      return undefined;
    this.#turnedAway = true;
    return replies.ALONE_PLEASE;
  }

  message(): Intake {
    const { receivedFields, hostname, loopMarks, ledger } = this.#engine;
    const recipients = this.#recipients;
    const fingerprint = ledger.fingerprint();
    let check: HeaderCheck = { refusal: undefined, cuts: [], recognizable: false };
    return {
      header: (octets) => {
        const marks = recipients.map(({ shown }) => loopMarks.of(shown));
        check = checkHeader(octets, { receivedFields, authservId: hostname, loopMarks: marks });
        if (check.recognizable) fingerprint.update(octets);
      },
      body: (octets) => {
        if (check.recognizable) fingerprint.update(octets);
      },
      end: (message) => {
        if (check.refusal !== undefined) return Promise.resolve(check.refusal);
        const content = check.recognizable ? fingerprint.digest() : undefined;
        return this.#deliverToAll(message, check, content);
      },
    };
  }

  reset(): void {
    const { ledger, track } = this.#engine;
    // Whom they stood back for has had its turn, unless somebody was turned away once more.
    for (const pair of this.#turnedAway ? [] : this.#stoodBack) track(ledger.askAlone(pair));
    this.#recipients = [];
    this.#turnedAway = false;
    this.#stoodBack = [];
  }

  acknowledged(): void {
    this.#acknowledgements.read();
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

  /** What must not be sent to this recipient now, or not like this. */
  #limitOf(recipient: Recipient): Reply | undefined {
    const { bounces, floods } = this.#engine;
    const { kind, shown } = recipient;
    if (kind === 'operator') return undefined;
    if (kind === 'alias') return floods.isSpent(shown) ? replies.FLOOD : undefined;
    // RFC 5321 section 4.5.5: reports have a null reverse-path, and nothing else is taken for a return address.
    if (this.#sender !== '') return replies.ONLY_BOUNCES;
    // By what it stands for: one return path can be written in many ways, and so can its sender.
    const about =
      kind === 'letter'
        ? recipient.key
        : `${recipient.forwardPath.toLowerCase()} ${recipient.alias ?? ''}`;
    return bounces.spend(about) ? undefined : replies.TOO_MANY_BOUNCES;
  }

  /** @param content the message's fingerprint, where a repetition of it can be told from another mail */
  #deliverToAll(
    message: WireMessage,
    check: HeaderCheck,
    content: Buffer | undefined,
  ): Promise<Verdict> {
    const { helo, address, esmtp, tls } = this.#client;
    const origin = { helo, address, esmtp, tls: tls?.protocol ?? null, utf8: this.#utf8 };
    const id = mailId(this.#engine.random);
    const mail = { id, origin, sender: this.#sender, utf8: this.#utf8, message, cuts: check.cuts };
    const work = this.#deliverEach(mail, this.#recipients, content);
    this.#engine.track(work);
    return work;
  }

  async #deliverEach(
    mail: Mail,
    named: readonly Accepted[],
    content: Buffer | undefined,
  ): Promise<Verdict> {
    const recipients = [...new Set(named)];
    const work = recipients.map((recipient) => this.#deliverOnce(mail, recipient, content));
    const attempts = await Promise.all(work).catch(async (error: unknown) => {
      // The octets are lent until the verdict: none before the last of them is sent.
      await Promise.allSettled(work);
      throw error;
    });
    const deliveries = attempts.map(({ delivery }) => delivery);
    const mixed = !this.#perRecipient && isMixed(deliveries);
    await Promise.all(attempts.map((attempt) => this.#record(attempt, mixed)));
    if (!this.#perRecipient) return verdictOf(attempts, mail.id);
    const each = named.flatMap((one) => attempts[recipients.indexOf(one)] ?? []);
    return verdictsOf(each, mail.id);
  }

  /** Delivers, unless the ledger knows that this very message has been delivered to this very recipient. */
  async #deliverOnce(
    mail: Mail,
    recipient: Accepted,
    content: Buffer | undefined,
  ): Promise<Attempt> {
    const { ledger, onCopy } = this.#engine;
    if (content === undefined) {
      const delivery = await this.#deliver(mail, recipient);
      return { recipient, key: undefined, delivery, begun: true };
    }
    const key = ledger.key(recipient.pair, content);
    const before = await ledger.recall(key, recipient.before);
    if (before === 'delivered') {
      onCopy();
      return { recipient, key, delivery: DELIVERED_BEFORE, begun: false };
    }
    if (before === 'under-way' || !ledger.claim(key)) {
      return { recipient, key, delivery: UNDER_WAY, begun: false };
    }
    this.#acknowledgements.begun(key);
    return { recipient, key, delivery: await this.#deliver(mail, recipient), begun: true };
  }

  async #deliver(mail: Mail, recipient: Accepted): Promise<Delivery> {
    const { floods, probing, clock, observe, onFault } = this.#engine;
    const begun = clock.now();
    const { kind, shown } = recipient;
    // Here and not at RCPT: who sends no mail cannot use up what an alias takes.
    if (kind === 'alias') floods.spend(shown);
    let delivery: Delivery;
    try {
      delivery = await deliver(mail, recipient, this.#engine);
    } catch (error) {
      // The other recipients' verdicts must not be lost with this one's.
      onFault(error);
      delivery = { kind: 'deferred', reply: replies.FAULT };
    }
    if (kind === 'alias' && delivery.kind === 'accepted') probing?.reached(this.#blocks, shown);
    observe(delivery, { id: mail.id, recipient, ms: clock.now() - begun });
    return delivery;
  }

  /** Writes into the ledger what the sender's next attempt must find there. */
  async #record({ recipient, key, delivery, begun }: Attempt, mixed: boolean): Promise<void> {
    const { ledger } = this.#engine;
    const { kind, reply } = delivery;
    if (key !== undefined) {
      if (kind === 'accepted') await this.#acknowledgements.delivered(key, mixed);
      else if (begun) await this.#acknowledgements.failed(key);
    }
    const { pair, before } = recipient;
    const failedBefore = before.alone || before.standsBack !== undefined;
    // Who has been reached is asked for nothing more.
    if (mixed && kind !== 'accepted') await ledger.askAlone(pair);
    else if (failedBefore && kind !== 'deferred') await ledger.clearFailure(pair);
    else if (failedBefore && this.#turnedAway) await ledger.letOthersPass(pair, reply);
  }
}
