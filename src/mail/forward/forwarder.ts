/** The mail engine's middle: joins the receiving policy, the ledger, the return paths and the next hop. */

import type { NameSpace } from '#rules/alias.ts';
import type { Letter } from '#rules/letter.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { HistoryStore } from '#store/history/history-store.ts';
import type { Alias, Store } from '#store/store.ts';
import type { Clock } from '#time/clock.ts';
import { ReturnPaths } from '../return-path/return-paths.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { PolicyFactory } from '../smtp/receive/policy.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import type { NextHop } from '../smtp/send/route/next-hop.ts';
import { Allowance } from './allowance.ts';
import type { Arrival } from './arrivals.ts';
import { Checks, type ChecksOptions } from './checks.ts';
import { composeAndDeliver, type DeliveryOptions, PATIENCE_MS } from './deliver.ts';
import { Directory } from './directory.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { Engine } from './engine.ts';
import { ForwardingPolicy } from './forwarding-policy.ts';
import { History } from './history.ts';
import { deriveKeys } from './keys.ts';
import { Ledger } from './ledger.ts';
import { LoopMarks } from './loop-marks.ts';
import { mailId } from './mail-id.ts';
import { Probing } from './probing.ts';
import { sendLetter } from './send-letter.ts';
import { Signatures, type SignaturesOptions } from './signatures.ts';
import type { Signing } from './signing.ts';
import { composeTestMail } from './test-mail.ts';

/** Reports that one sender gets about one alias in a window. */
const REPORTS = 20;
const REPORTS_WINDOW_MS = 3_600_000;
/** Mails that one alias takes in a window: far above what a person gets, far below a flood. */
const MAILS = 1000;
const MAILS_WINDOW_MS = 3_600_000;
/** More Received fields than this are a loop: as many as Postfix takes by default (hopcount_limit). */
const RECEIVED_FIELDS = 50;

/** What the engine needs of the store. */
export type MailStore = Pick<Store, 'aliasByAddress' | 'hasAliases' | 'recall' | 'remember'>;

export type ForwarderOptions = {
  space: NameSpace;
  store: MailStore;
  nextHop: NextHop;
  /** Our name in Received and in reports. */
  hostname: string;
  bounceDomain: string;
  /** Receives mail to postmaster@ and abuse@; undefined: that mail is asked to wait. */
  operator: string | undefined;
  ownership: Ownership;
  /** Where owners find what happened to their mail; undefined: none of it is kept. */
  history: Pick<HistoryStore, 'add' | 'addDelivered'> | undefined;
  /** A mail has reached an alias of before addresses were confirmed here. @param realEmail nobody has confirmed it yet */
  unconfirmedReached: (realEmail: string) => void;
  /** The root secret, and behind it earlier ones that are still believed. */
  secrets: readonly string[];
  /** How long an alias look-up may be used again, in milliseconds: at most 2000. */
  cacheMs: number;
  /** Whether the limits per address block hold; false only for load tests. */
  limits: boolean;
  clock: Clock;
  random: () => number;
  log: MailLog;
  /** Whether the log repeats a next hop's refusal, without addresses. */
  logReplies: boolean;
  /** One delivery has ended, in whatever way; letters are told by `sendLetter` alone. */
  observe: (delivery: Delivery) => void;
  /** A recipient was not sent a message that it had already. */
  onCopy: () => void;
  /** Undefined: mail is passed on as it is. */
  checks: Pick<ChecksOptions, 'resolve' | 'checks' | 'seal' | 'trustedSealers'> | undefined;
  /** The key of our signatures. */
  signing: Signing;
  /** @returns an https address at which a POST switches the alias off; undefined: there is none */
  switchOff: DeliveryOptions['switchOff'];
  /** One mail was judged. */
  onJudged: ChecksOptions['observe'];
  /** A signature was made, or should have been. */
  onSignature: SignaturesOptions['observe'];
  /** A genuine report says that a letter could not be delivered. @param key as it was given to `sendLetter` */
  letterBounced: (key: string) => Promise<void>;
  /** An error of ours; the sender heard 451, or was served all the same. */
  onFault: (error: unknown) => void;
};

export class Forwarder {
  readonly #engine: Engine;
  readonly #letterDomain: string;
  readonly #deliveryLog: DeliveryLog;
  /** The number of unfinished pieces of work, and the callers that wait for their end. */
  #underWay = 0;
  #waiting: (() => void)[] = [];

  constructor(options: ForwarderOptions) {
    const { space, store, nextHop, hostname, clock, random, observe, onCopy, onFault } = options;
    const keys = deriveKeys(options.secrets);
    const returnPaths = new ReturnPaths({
      domain: options.bounceDomain,
      keys: keys.returnPath,
      aliasDomains: space.domains,
      now: clock.date,
    });
    const { operator, cacheMs } = options;
    this.#letterDomain = space.domains[0] ?? hostname;
    const times = (limit: number) => (options.limits ? limit : Number.POSITIVE_INFINITY);
    this.#deliveryLog = new DeliveryLog(options.log, keys.log, options.logReplies);
    const signatures = new Signatures({
      signing: options.signing,
      date: clock.date,
      observe: options.onSignature,
      onFault,
    });
    this.#engine = {
      hostname,
      nextHop,
      returnPaths,
      loopMarks: new LoopMarks(keys.loop),
      clock,
      random,
      signatures,
      checks:
        options.checks &&
        new Checks({
          ...options.checks,
          clock,
          authservId: hostname,
          signatures,
          observe: options.onJudged,
        }),
      switchOff: options.switchOff,
      observe: (delivery, sent) => {
        observe(delivery);
        this.#deliveryLog.note(delivery, sent);
      },
      onCopy,
      letterBounced: options.letterBounced,
      directory: new Directory({
        space,
        store,
        returnPaths,
        operator,
        operatorDomains: [hostname, options.bounceDomain],
        ownership: options.ownership,
        cacheMs,
        now: clock.now,
        date: clock.date,
        onFault,
      }),
      ledger: new Ledger({ store, keys, clock, onFault }),
      probing: options.limits ? new Probing(clock.now) : undefined,
      bounces: new Allowance(times(REPORTS), REPORTS_WINDOW_MS, clock.now),
      floods: new Allowance(times(MAILS), MAILS_WINDOW_MS, clock.now),
      receivedFields: RECEIVED_FIELDS,
      history:
        options.history && new History({ store: options.history, date: clock.date, onFault }),
      unconfirmedReached: options.unconfirmedReached,
      onFault,
      track: (work) => this.#track(work, onFault),
    };
  }

  /** The receiver's policy. */
  readonly policy: PolicyFactory = (client) => new ForwardingPolicy(client, this.#engine);

  /** An alias was switched on this node: from now on its new state holds, whatever was cached. */
  switched(alias: Alias): void {
    this.#engine.directory.forget(alias.alias_email);
  }

  /** Sends a visitor's test mail through the engine. @returns the next hop's verdict, and the milliseconds until it */
  async sendTestMail(
    alias: Alias,
    subject: string,
    message: string,
  ): Promise<{ delivery: Delivery; ms: number }> {
    const { clock, hostname, random, observe } = this.#engine;
    const begun = clock.now();
    const now = clock.date();
    const id = messageId(now, random);
    const letter = { alias: alias.alias_email, subject, message, id, hostname, now };
    const mail = {
      id: mailId(random),
      origin: undefined,
      sender: '',
      utf8: false,
      message: composeTestMail(letter),
      cuts: [],
      deadline: begun + PATIENCE_MS,
      judged: undefined,
    };
    const recipient = {
      kind: 'alias',
      shown: alias.alias_email,
      forwardPath: alias.real_email,
      aliasId: alias.id,
      isUnconfirmed: false,
      // A mail of ours has no such link.
      linkEpoch: 0,
    } as const;
    const delivery = await composeAndDeliver(mail, recipient, this.#engine);
    const ms = clock.now() - begun;
    observe(delivery, { id: mail.id, recipient, ms });
    return { delivery, ms };
  }

  /**
   * Sends a letter of our own; never rejects for what the far side does.
   * @param key stands for its address in the return path: 1 to 40 letters and digits in lower case
   * @returns the next hop's verdict: 150 s and a final dot later at most
   */
  sendLetter(letter: Letter, key: string): Promise<Delivery> {
    const work = this.#sendLetter(letter, key);
    this.#track(work, this.#engine.onFault);
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

  /** Writes what happened to mails since the last call. Never rejects. */
  async writeHistory(): Promise<void> {
    await this.#engine.history?.write();
  }

  /** The last mails that arrived for an alias here, newest first. @param aliasId of the row */
  lastArrivals(aliasId: string): readonly Arrival[] {
    return this.#engine.history?.last(aliasId) ?? [];
  }

  /** Resolves when no delivery is under way and the ledger is written. */
  async settled(): Promise<void> {
    while (this.#underWay > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    }
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
