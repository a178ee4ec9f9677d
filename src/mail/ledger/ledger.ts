/**
 * The ledger deduplicates: a sender that did not read our 250 gets it again, and the recipient does not get a second copy.
 * In doubt, the result is a second copy or a 4yz, never a lost message. These are the current rules (docs/decisions/ledger.md, 0035
 * to 0037, 0044, 0045, 0047, 0048, 0140 and 0184 give their reasons):
 *
 * The same message
 * - The same sender, recipient and octets, trace fields included: a server sends its queue file again with the same Received,
 *   and a new message has another one. The octets are identified by a fingerprint under our own key.
 * - A message without Message-ID, Date and Received never counts as a repetition: it is neither looked up nor stored.
 * - With a Received field an entry lives for seven days, longer than senders retry. Without one the same octets may be a
 *   script's next message: the entry lives one hour, and only until its sender has read a 250 for them.
 *
 * Reads and writes of the store
 * - RCPT looks up the pair of sender and recipient, in the round trip that looks up the alias. The final dot looks up the
 *   octets if the pair has an entry or this process has written an entry since RCPT.
 * - A delivery stays in memory until its sender has shown that it read the verdict: a usual one needs no write.
 * - It is written if the sender has left without that proof. It is written as `under way` if the sender left before the verdict
 *   or the delivery takes longer than ten seconds: for five minutes, renewed each minute and removed after a failure.
 *   Meanwhile another node returns 451. Each recipient of a message is noted when it is done.
 * - If the store does not respond, the process remembers up to 100,000 deliveries and the message is delivered.
 *
 * Signs that the sender has read the verdict
 * - Its next command. Or the end of its connection after our last reply, if no reset has arrived two round trips and 10 ms later,
 *   at most two seconds. Under TLS, a server's end, or an end after a QUIT sent with the dot, counts only with a close_notify.
 * - An end before our reply proves nothing, nor does a connection that goes silent.
 * - A repetition without Received that arrives while this is being determined waits at most three seconds, then it gets 451.
 *
 * Several recipients, some of which have the message
 * - PRDR: one reply for each of them, and nothing is noted. Else the sender gets 451. At the retry those that have the message
 *   get 250, and those that failed must be alone in their transaction: 451 4.5.3, because Exim bounces recipients that got 452.
 * - A recipient that fails alone, while others are rejected because of it, yields to them: at the retry it gets its earlier verdict
 *   at RCPT. It must be alone again after a transaction in which the others were tried and none was rejected.
 *
 * Keys are MACs under keys from SECRET_KEY: the ledger contains no addresses and no content. With another SECRET_KEY nothing is
 * found. Duplicates remain possible if a node dies with deliveries in memory, if two nodes get the same octets within ten seconds,
 * or if a sender that has read our 250 still sends the same octets, for example on another connection: servers with a queue do not.
 */

import { Mac } from '#secrets/mac.ts';
import type { LedgerEntry, Replaced, Store } from '#store/store.ts';
import type { Clock } from '#time/clock.ts';
import { isTransient } from '../smtp/reply.ts';
import {
  Fingerprint,
  FingerprintKeys,
  type LedgerKey,
  type MessageIdentity,
} from './fingerprint.ts';
import type { MailKeys } from '../keys.ts';
import { InFlightDeliveries, NOTE_MS } from './in-flight-deliveries.ts';

/** The lifetime of an entry: longer than a sender retries (RFC 5321 section 4.5.4.1: 4 to 5 days). */
const LIFE_MS = 7 * 86_400_000;
/** The lifetime if the sender may be a script whose next message has the same octets: it retries immediately, if at all. */
const SCRIPT_LIFE_MS = 3_600_000;

/** The lifetime of an entry that expires immediately: more than the difference between the clocks of two nodes. */
const EXPIRED_MS = -NOTE_MS;

const DELIVERED: LedgerEntry = { code: 250, enhanced: '2.0.0' };
const UNDER_WAY: LedgerEntry = { code: 451, enhanced: '4.3.0' };

/** `PairRecord.written` of a pair whose entry could not be read. */
const UNKNOWN = -1;

/** The pair must be alone in its next transaction, so that it gets its own verdict. */
const ALONE: LedgerEntry = { code: 451, enhanced: '4.5.3' };

/** The ledger's entry of a pair at RCPT. */
export type PairRecord = {
  /** Undefined if there is none. */
  entry: LedgerEntry | undefined;
  /** The pair failed together with others before, and must be alone in its transaction. */
  alone: boolean;
  /**
   * The verdict that it got alone, while others were rejected because of it. Now they are tried first, and it gets that verdict
   * again.
   */
  failedAlone: LedgerEntry | undefined;
  /** The number of entries that this process had written by then; -1 if the store did not respond: it is queried again. */
  written: number;
};

export type LedgerOptions = {
  store: Pick<Store, 'recall' | 'remember'>;
  keys: Pick<MailKeys, 'ledger' | 'fingerprint' | 'shortFingerprint'>;
  clock: Clock;
  /** The store does not respond. Prefer a duplicate over a lost message. */
  onFault: (error: unknown) => void;
};

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #inFlight: InFlightDeliveries;
  readonly #key: Mac;
  readonly #fingerprintKeys: FingerprintKeys;
  /** The number of entries that this process has written. */
  #written = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#key = new Mac(options.keys.ledger);
    this.#fingerprintKeys = new FingerprintKeys(options.keys);
    this.#inFlight = new InFlightDeliveries(options.clock, {
      underWay: async (key, until) =>
        (await this.#noteUnderWay(key, until)) && this.#remember(key.pair, DELIVERED),
      delivered: (key) => this.#keep(key),
    });
  }

  pair(sender: string, recipient: string): Buffer {
    // The length comes first, so that two pairs never give the same octets.
    return this.#mac(`pair ${sender.length} ${sender} ${recipient}`);
  }

  /** Collects the wire octets of the whole message, trace fields included, for `key`. */
  fingerprint(): Fingerprint {
    return new Fingerprint(this.#fingerprintKeys);
  }

  key(pair: Buffer, { fingerprint, relayed }: MessageIdentity): LedgerKey {
    return { pair, name: pair.toString('latin1') + fingerprint.toString('latin1'), relayed };
  }

  /** The entry of a pair. */
  async recallPair(pair: Buffer): Promise<PairRecord> {
    const written = this.#written;
    const { entry, isKnown } = await this.#recall(pair);
    const alone = entry?.code === ALONE.code && entry.enhanced === ALONE.enhanced;
    const waits = !alone && entry !== undefined && isTransient(entry.code);
    return {
      entry,
      alone,
      failedAlone: waits ? entry : undefined,
      written: isKnown ? written : UNKNOWN,
    };
  }

  /** The outcome of an earlier attempt at a delivery. @param before the entry of its pair: it may save a query */
  async recall(key: LedgerKey, before: PairRecord): Promise<'delivered' | 'under-way' | undefined> {
    // The same octets from a script may be its next message: we soon see whether the sender read the last reply.
    if (!key.relayed && this.#inFlight.state(key) === 'replied') await this.#inFlight.sign(key);
    const held = this.#inFlight.state(key);
    if (held === 'under-way' || (held === 'replied' && !key.relayed)) return 'under-way';
    if (held !== undefined) return 'delivered';
    // A delivery that was in flight at RCPT may have been stored since.
    const mayBeKnown = before.entry !== undefined || before.written < this.#written;
    const entry = mayBeKnown ? (await this.#recall(this.#delivery(key))).entry : undefined;
    if (entry === undefined) return undefined;
    return entry.code === DELIVERED.code ? 'delivered' : 'under-way';
  }

  /** Begins a delivery. @returns false if the same one is already in progress, or done */
  claim(key: LedgerKey): boolean {
    if (this.#inFlight.state(key) !== undefined) return false;
    this.#inFlight.begin(key);
    return true;
  }

  /** The sender has left before the verdict: its retry, on any node, must not start a second copy. */
  senderLeft(key: LedgerKey): Promise<void> {
    return this.#inFlight.note(key);
  }

  /** Delivered, and the sender is getting the reply. @returns undefined if the store need not be written */
  delivered(key: LedgerKey): Promise<unknown> | undefined {
    const noted = this.#inFlight.delivered(key);
    // Another node may have deferred that sender.
    return noted?.then(() => this.#keep(key));
  }

  /** The sender has read that it was delivered. @returns undefined if the store need not be written */
  proven(key: LedgerKey): Promise<unknown> | undefined {
    const noted = this.#inFlight.drop(key);
    return key.relayed ? undefined : noted?.then(() => this.#forget(key));
  }

  /** A copy was suppressed, and the sender has read the reply: after that the same octets from a script are its next message. */
  async retryProven(key: LedgerKey): Promise<void> {
    if (key.relayed) return;
    await this.#inFlight.drop(key);
    await this.#forget(key);
  }

  /** Delivered, and the sender may not have read the reply: kept for its retry, on any node. */
  async unproven(key: LedgerKey): Promise<void> {
    await this.#inFlight.doubt(key, lifeOf(key));
    // If the store is down, the process remembers it.
    if (await this.#keep(key)) void this.#inFlight.drop(key);
  }

  /** Nothing was delivered. @returns undefined if the store need not be written */
  failed(key: LedgerKey): Promise<unknown> | undefined {
    // Another node may have noted since that the same message is in progress there.
    const noted = this.#inFlight.failed(key);
    return noted?.then((until) => this.#forget(key, { noteUntil: until }));
  }

  /** It failed while others succeeded, or those it yielded to were tried: it must be alone at its retry. */
  async askAlone(pair: Buffer): Promise<void> {
    await this.#remember(pair, ALONE);
  }

  /** It failed alone, and others were rejected because of it: it yields to them at its retry. @param verdict 4yz */
  async letOthersPass(pair: Buffer, verdict: LedgerEntry): Promise<void> {
    await this.#remember(pair, verdict);
  }

  /** It got its own verdict: removes the pair's note. */
  async clearFailure(pair: Buffer): Promise<void> {
    await this.#remember(pair, DELIVERED);
  }

  /** The process ends. */
  end(): void {
    this.#inFlight.end();
  }

  async #keep(key: LedgerKey): Promise<boolean> {
    const delivery = this.#delivery(key);
    return (
      (await this.#remember(delivery, DELIVERED, this.#after(lifeOf(key)))) &&
      (await this.#remember(key.pair, DELIVERED))
    );
  }

  /** Another node may have delivered it meanwhile: the note does not replace its entry. */
  #noteUnderWay(key: LedgerKey, until: number): Promise<boolean> {
    return this.#remember(this.#delivery(key), UNDER_WAY, until, { undeliveredAt: this.#after(0) });
  }

  /** @param only the entry to remove; any entry if absent */
  #forget(key: LedgerKey, only?: Replaced): Promise<boolean> {
    return this.#remember(this.#delivery(key), UNDER_WAY, this.#after(EXPIRED_MS), only);
  }

  async #recall(key: Buffer): Promise<{ entry: LedgerEntry | undefined; isKnown: boolean }> {
    try {
      const entry = await this.#options.store.recall(key, this.#options.clock.date());
      return { entry, isKnown: true };
    } catch (error) {
      this.#options.onFault(error);
      return { entry: undefined, isKnown: false };
    }
  }

  /** Milliseconds since 1970. */
  #after(ms: number): number {
    return this.#options.clock.date() + ms;
  }

  /** @param only the entry as stored */
  async #remember(
    key: Buffer,
    entry: LedgerEntry,
    expires = this.#after(LIFE_MS),
    only?: Replaced,
  ): Promise<boolean> {
    const { store, onFault } = this.#options;
    try {
      await store.remember(key, entry, expires, only);
      this.#written += 1;
      return true;
    } catch (error) {
      onFault(error);
      return false;
    }
  }

  /** The delivery's key in the store; most deliveries are never stored. */
  #delivery({ name }: LedgerKey): Buffer {
    return this.#mac(Buffer.from(name, 'latin1'));
  }

  #mac(octets: Buffer | string): Buffer {
    return Buffer.from(this.#key.of(octets), 'latin1');
  }
}

const lifeOf = ({ relayed }: LedgerKey) => (relayed ? LIFE_MS : SCRIPT_LIFE_MS);
