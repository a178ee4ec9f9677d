/** The core of the mail engine: joins the receiving policy, the ledger, the return paths and the next hop. */

import { UNLIMITED, windowLimiter } from '#limits/window.ts';
import type { Letter } from '#rules/letter.ts';
import type { Alias } from '#store/store.ts';
import { MessageIds } from '../reply/message-ids.ts';
import { ReplyAddresses } from '../return-path/reply-addresses.ts';
import { ReturnPaths } from '../return-path/return-paths.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { PolicyFactory } from '../smtp/receive/policy.ts';
import type { Arrival } from '../history/arrivals.ts';
import { NOT_JUDGED } from '../copy/checks.ts';
import { NOT_ASKED } from '../filter/filter.ts';
import { composeAndDeliver } from './deliver.ts';
import { Directory } from '../recipients/directory.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { Engine } from './engine.ts';
import { openFeatures } from './features.ts';
import type { ForwarderOptions } from './forwarder-options.ts';
import { ForwardingPolicy } from './forwarding-policy.ts';
import { SenderNames } from '../senders/sender-names.ts';
import { deriveKeys } from '../keys.ts';
import { Ledger } from '../ledger/ledger.ts';
import { LoopMarks } from '../copy/loop-marks.ts';
import { NO_GUESS_LIMIT, Probing } from '../recipients/probing.ts';
import { DELIVERY_TIMEOUT_MS, mailId, NO_PLAN } from './mail.ts';
import { Signatures } from '../signing/signatures.ts';
import { composeLetter, type LetterHead } from '../letters/compose-letter.ts';
import { composeTestMail } from '../letters/test-mail.ts';

export const MAIL_LIMITS = {
  /** Reports that one sender gets about one alias. */
  reports: { most: 20, ms: 3_600_000 },
  /** Messages that one alias accepts: far above what a person gets, far below a flood. */
  messages: { most: 1000, ms: 3_600_000 },
};
/** More Received fields than this mean a loop; the same limit as Postfix's default (hopcount_limit). */
const RECEIVED_FIELDS = 50;

export class Forwarder {
  readonly #engine: Engine;
  readonly #letterDomain: string;
  /** Of owners' replies; unused if the feature is off. */
  readonly replyAddresses: ReplyAddresses;
  /** Of the senders that owners know; unused if the feature is off. */
  readonly senderNames: SenderNames;
  readonly #deliveryLog: DeliveryLog;
  /** The number of unfinished pieces of work, and the callers that wait for their end. */
  #underWay = 0;
  #waiting: (() => void)[] = [];

  constructor(options: ForwarderOptions) {
    const { clock, hostname, operator, random, nextHop, store, space, bounceDomain } = options;
    const { limits, features, observers, secrets } = options;
    const { onFault } = observers;
    const { now, date } = clock;
    const keys = deriveKeys(secrets);
    const aliasDomains = space.domains;
    const ours = { keys: keys.reply, bounceDomain, aliasDomains, now: date };
    this.replyAddresses = new ReplyAddresses(ours);
    const returnPaths = new ReturnPaths({
      domain: bounceDomain,
      keys: keys.returnPath,
      aliasDomains,
      now: date,
    });
    this.senderNames = new SenderNames(secrets);
    this.#letterDomain = aliasDomains[0] ?? hostname;
    this.#deliveryLog = new DeliveryLog(options.log, keys.log, options.logMail);
    const signatures = new Signatures({
      signing: options.signing,
      date,
      observe: observers.onSignature,
      onFault,
    });
    const opened = openFeatures(features, {
      ...options,
      addresses: this.replyAddresses,
      returnPaths,
      messageIds: new MessageIds({ keys: keys.messageId, aliasDomains }),
      keys,
      signatures,
      senderNames: this.senderNames,
      limits: limits.apply,
      turn: () => new Promise((resolve) => setImmediate(resolve)),
    });
    const limit = (name: keyof typeof MAIL_LIMITS) =>
      windowLimiter({ ...MAIL_LIMITS[name], ...(!limits.apply && UNLIMITED) }, { now });
    this.#engine = {
      hostname,
      operator,
      clock,
      random,
      nextHop,
      ownDomains: [...new Set([...aliasDomains, hostname, bounceDomain])],
      returnPaths,
      loopMarks: new LoopMarks(keys.loop),
      signatures,
      directory: new Directory({
        ...options,
        returnPaths,
        replyAddresses: opened.replies,
        operatorDomains: [hostname, bounceDomain],
        cacheMs: limits.cacheMs,
        now,
        date,
        onFault,
      }),
      ledger: new Ledger({ store, keys, clock, onFault }),
      limits: {
        probing: limits.apply ? new Probing(now) : NO_GUESS_LIMIT,
        bounces: limit('reports'),
        floods: limit('messages'),
        receivedFields: RECEIVED_FIELDS,
      },
      features: opened,
      observers: {
        ...observers,
        observe: (delivery, sent) => {
          observers.observe(delivery);
          this.#deliveryLog.note(delivery, sent);
        },
        onCopy: (held) => {
          observers.onCopy();
          this.#deliveryLog.suppressed(held);
        },
        complained: (alias) => observers.complained(alias, date()).catch(onFault),
      },
      track: (work) => this.#track(work, onFault),
    };
  }

  /** The receiver's policy. */
  readonly policy: PolicyFactory = (client) => new ForwardingPolicy(client, this.#engine);

  /** An alias was switched on this node: the new state applies at once, and the cached entry is dropped. */
  switched(alias: Alias): void {
    this.#engine.directory.forget(alias.alias_email);
  }

  /**
   * Sends a visitor's test message through the engine.
   * @returns the next hop's verdict, and the milliseconds until it
   */
  async sendTestMail(
    alias: Alias,
    subject: string,
    message: string,
    language = 'en',
  ): Promise<{ delivery: Delivery; ms: number }> {
    const { clock, hostname, random, observers } = this.#engine;
    const begun = clock.now();
    const now = clock.date();
    const id = messageId(now, random);
    const letter = { alias: alias.alias_email, subject, message, id, hostname, now, language };
    const mail = {
      id: mailId(random),
      sender: '',
      utf8: false,
      message: composeTestMail(letter),
      cuts: [],
      deadline: begun + DELIVERY_TIMEOUT_MS,
      judged: NOT_JUDGED,
      filter: NOT_ASKED,
      reply: NO_PLAN,
    };
    const recipient = {
      kind: 'alias',
      shown: alias.alias_email,
      forwardPath: alias.real_email,
      aliasId: alias.id,
      isUnconfirmed: false,
      // Our own messages have no such link.
      linkEpoch: 0,
    } as const;
    const delivery = await composeAndDeliver(mail, recipient, this.#engine);
    const ms = clock.now() - begun;
    observers.observe(delivery, { id: mail.id, recipient, ms });
    return { delivery, ms };
  }

  /**
   * Sends one of our letters; never rejects for an error at the remote server.
   * @param key identifies its address in the return path: 1 to 40 letters and digits in lower case
   * @returns the next hop's verdict, within 150 s plus the final dot
   */
  sendLetter(letter: Letter, key: string): Promise<Delivery> {
    const work = this.#sendLetter(letter, key);
    this.#track(work, this.#engine.observers.onFault);
    return work;
  }

  async #sendLetter(letter: Letter, key: string): Promise<Delivery> {
    const { clock, hostname, random } = this.#engine;
    const [begun, now, id] = [clock.now(), clock.date(), mailId(random)];
    const head = { domain: this.#letterDomain, id: messageId(now, random), hostname, now };
    const delivery = await sendLetter(letter, key, head, this.#engine);
    const recipient = { kind: 'letter', shown: letter.to, key } as const;
    this.#deliveryLog.note(delivery, { id, recipient, ms: clock.now() - begun });
    return delivery;
  }

  /** Writes the history gathered so far. Never rejects. */
  async writeHistory(): Promise<void> {
    const { history, senders } = this.#engine.features;
    await Promise.all([history.write(), senders.write()]);
  }

  /** The same, only if more cannot be gathered. */
  async writeFullHistory(): Promise<void> {
    await this.#engine.features.history.writeWhenFull();
  }

  /** The last messages delivered for an alias on this node, newest first. @param aliasId of the row */
  lastArrivals(aliasId: string): readonly Arrival[] {
    return this.#engine.features.history.last(aliasId);
  }

  /** Resolves when no delivery is in progress and the ledger is written. */
  async settled(): Promise<void> {
    while (this.#underWay > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    }
  }

  /** Shutdown: resolves as `settled` does, and leaves no timer running. */
  async close(): Promise<void> {
    await this.settled();
    this.#engine.ledger.end();
  }

  #track(work: Promise<unknown>, onFault: (error: unknown) => void): void {
    this.#underWay += 1;
    const ended = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const resume of this.#waiting.splice(0)) resume();
    };
    work.then(ended, (error: unknown) => {
      onFault(error);
      ended();
    });
  }
}

/** @param now milliseconds since 1970 */
function messageId(now: number, random: () => number): string {
  return `${now.toString(36)}.${Math.floor(random() * 2 ** 48).toString(36)}`;
}

/**
 * Sends one letter: like a forwarded message, but without an alias, so without Delivered-To and loop mark.
 * @param key identifies the address in the return path @returns the next hop's verdict
 */
async function sendLetter(
  letter: Letter,
  key: string,
  head: LetterHead,
  options: Pick<Engine, 'nextHop' | 'returnPaths' | 'clock' | 'signatures'>,
): Promise<Delivery> {
  const { nextHop, returnPaths, clock, signatures } = options;
  const pause = nextHop.backingOff(letter.to);
  if (pause !== undefined) return { kind: 'deferred', reply: pause };
  const deadline = clock.now() + DELIVERY_TIMEOUT_MS;
  const message = await signatures.signOwn(composeLetter(letter, head));
  const envelope = {
    reversePath: returnPaths.ofLetter(key),
    forwardPath: letter.to,
    utf8: message.eightBit,
  };
  return nextHop.deliver(envelope, message, deadline);
}
