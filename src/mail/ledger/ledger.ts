/**
 * The ledger deduplicates: a sender that did not read our 250 gets it again, and the recipient gets no second copy.
 * Unsure ends in a second copy or a 4yz, never in a lost message. The rules, with reasons in docs/decisions/ledger.md:
 *
 * The same message
 * - The same sender, recipient and octets, trace fields included: a server tries its queue file again, with the same
 *   Received, and a new message has another one. The octets are known by a GMAC under a key of our own.
 * - A message without Message-ID, Date and Received is never taken for a repetition: it is neither asked for nor kept.
 * - Behind a Received field an entry lives for seven days, longer than senders try. Without one the same octets may be a
 *   script's next message: one hour, and only until its sender has read a 250 for them.
 *
 * Reads and writes of the store
 * - RCPT asks for the pair of sender and recipient, in the round trip that looks the alias up. The octets are asked for at
 *   the final dot, where the pair is known or this process has written an entry since RCPT.
 * - A delivery stands in memory until its sender has shown that it read the verdict: a usual one costs no write.
 * - It is written where the sender has gone without that sign, and as `under way` where it has left before the verdict
 *   or the delivery takes longer than ten seconds: for five minutes, renewed each minute and taken back at a failure.
 *   Another node answers 451 meanwhile. Each recipient of a message is noted as it is done.
 * - Where the store does not answer, the process remembers up to 100,000 deliveries and the message goes on.
 *
 * Signs that the sender has read the verdict
 * - Its next command. Or its end behind our last reply, where no reset has come two round trips and 10 ms later, two
 *   seconds at most. Under TLS the end of a server, or behind a QUIT that came with the dot, counts with a close_notify alone.
 * - An end ahead of our reply shows nothing, nor does a connection that falls silent.
 * - A repetition without Received that comes while this is being found out waits three seconds at most, then it is 451.
 *
 * Several recipients, of which some have the message
 * - PRDR: one reply for each of them, and nothing is noted. Else the sender is answered 451, those that have the message are
 *   answered 250 the next time, and those that failed are asked to come alone: 451 4.5.3, as Exim loses what is answered 452.
 * - One that fails alone while others are turned away for it yields to them: the next time it gets the verdict that it
 *   had, at RCPT, and is alone again after a transaction in which the others were tried, and nobody was turned away.
 *
 * Keys are MACs under keys from SECRET_KEY: no address and no content is in the ledger. Another SECRET_KEY finds nothing.
 * Copies remain where a node dies with deliveries in memory, where two nodes get the same octets within ten seconds, and where a sender
 * that has read our 250 sends the same octets all the same, on another connection say: no server with a queue does.
 */

import { Mac } from '#secrets/mac.ts';
import type { LedgerEntry, Replaced, Store } from '#store/store.ts';
import type { Clock } from '#time/clock.ts';
import { isTransient } from '../smtp/reply.ts';
import { Fingerprint, FingerprintKeys } from './fingerprint.ts';
import type { MailKeys } from '../keys.ts';
import { InFlightDeliveries, NOTE_MS } from './in-flight-deliveries.ts';
import type { MessageIdentity, LedgerKey } from './ledger-key.ts';

/** How long an entry is believed: longer than a sender keeps trying (RFC 5321 section 4.5.4.1: 4 to 5 days). */
const LIFE_MS = 7 * 86_400_000;
/** The same where the sender may be a script that sends the same octets as its next mail: it tries again at once, if at all. */
const SCRIPT_LIFE_MS = 3_600_000;

/** The life of an entry that ends at once: by more than the clocks of two nodes differ. */
const EXPIRED_MS = -NOTE_MS;

const DELIVERED: LedgerEntry = { code: 250, enhanced: '2.0.0' };
const UNDER_WAY: LedgerEntry = { code: 451, enhanced: '4.3.0' };

/** `PairRecord.written` of a pair whose entry could not be read. */
const UNKNOWN = -1;

/** The pair is to stand alone in its next transaction, so that it gets a verdict of its own. */
const ALONE: LedgerEntry = { code: 451, enhanced: '4.5.3' };

/** The ledger's entry of a pair at RCPT. */
export type PairRecord = {
  /** Undefined where there is none. */
  entry: LedgerEntry | undefined;
  /** The pair failed beside others before, and is to be alone in its transaction. */
  alone: boolean;
  /**
   * The verdict that it got alone, while others were turned away for it. They are tried first now, and it gets that verdict
   * again.
   */
  failedAlone: LedgerEntry | undefined;
  /** The number of entries that this process had written by then; -1 where the store did not answer: it is asked again. */
  written: number;
};

export type LedgerOptions = {
  store: Pick<Store, 'recall' | 'remember'>;
  keys: Pick<MailKeys, 'ledger' | 'fingerprint' | 'shortFingerprint'>;
  clock: Clock;
  /** The store does not answer. A copy too many, never one too few: the mail goes on. */
  onFault: (error: unknown) => void;
};

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #inFlight: InFlightDeliveries;
  readonly #key: Mac;
  readonly #fingerprintKeys: FingerprintKeys;
  /** Entries that this process has written. */
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
    // The length in front, so that no two pairs ever make the same octets.
    return this.#mac(`pair ${sender.length} ${sender} ${recipient}`);
  }

  /** Takes the wire octets of the whole message, its trace fields included, for `key`. */
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

  /** The outcome of an earlier attempt at a delivery. @param before of its pair: it may save asking the store */
  async recall(key: LedgerKey, before: PairRecord): Promise<'delivered' | 'under-way' | undefined> {
    // The same octets of a script may be its next mail: whether the last one's sender knows of it is seen in a moment.
    if (!key.relayed && this.#inFlight.state(key) === 'told') await this.#inFlight.sign(key);
    const held = this.#inFlight.state(key);
    if (held === 'under-way' || (held === 'told' && !key.relayed)) return 'under-way';
    if (held !== undefined) return 'delivered';
    // A delivery that was in flight at RCPT may have gone to the store since.
    const mayBeKnown = before.entry !== undefined || before.written < this.#written;
    const entry = mayBeKnown ? (await this.#recall(this.#delivery(key))).entry : undefined;
    if (entry === undefined) return undefined;
    return entry.code === DELIVERED.code ? 'delivered' : 'under-way';
  }

  /** Begins a delivery. @returns false where the same one is under way already, or done */
  claim(key: LedgerKey): boolean {
    if (this.#inFlight.state(key) !== undefined) return false;
    this.#inFlight.begin(key);
    return true;
  }

  /** The sender has left before the verdict: its next attempt, on any node, must not start a second copy. */
  senderLeft(key: LedgerKey): Promise<void> {
    return this.#inFlight.note(key);
  }

  /** Delivered, and the sender is being told. @returns undefined where the store need not know */
  delivered(key: LedgerKey): Promise<unknown> | undefined {
    const noted = this.#inFlight.delivered(key);
    // Another node may have asked that sender to come again.
    return noted?.then(() => this.#keep(key));
  }

  /** The sender has read that it was delivered. @returns undefined where the store need not know */
  proven(key: LedgerKey): Promise<unknown> | undefined {
    const noted = this.#inFlight.drop(key);
    return key.relayed ? undefined : noted?.then(() => this.#forget(key));
  }

  /** A copy was held back, and the sender has read so: the same octets of a script are its next mail from now on. */
  async retryProven(key: LedgerKey): Promise<void> {
    if (key.relayed) return;
    await this.#inFlight.drop(key);
    await this.#forget(key);
  }

  /** Delivered, and the sender may not know it: kept for its next attempt, on any node. */
  async unproven(key: LedgerKey): Promise<void> {
    await this.#inFlight.doubt(key, lifeOf(key));
    // Where the store is down the process remembers.
    if (await this.#keep(key)) void this.#inFlight.drop(key);
  }

  /** Nothing was delivered. @returns undefined where the store need not know */
  failed(key: LedgerKey): Promise<unknown> | undefined {
    // Another node may have noted since that the same mail is under way there.
    const noted = this.#inFlight.failed(key);
    return noted?.then((until) => this.#forget(key, { noteUntil: until }));
  }

  /** It failed beside others that succeeded, or those it yielded to have been tried: it is to be alone at its next attempt. */
  async askAlone(pair: Buffer): Promise<void> {
    await this.#remember(pair, ALONE);
  }

  /** It failed alone, and others were turned away for it: it yields to them at its next attempt. @param verdict 4yz */
  async letOthersPass(pair: Buffer, verdict: LedgerEntry): Promise<void> {
    await this.#remember(pair, verdict);
  }

  /** It has had its own verdict: nothing more is asked of the pair. */
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

  /** Another node may have delivered it meanwhile: the note does not take the place of its entry. */
  #noteUnderWay(key: LedgerKey, until: number): Promise<boolean> {
    return this.#remember(this.#delivery(key), UNDER_WAY, until, { undeliveredAt: this.#after(0) });
  }

  /** @param only the entry that is to go; any where it is absent */
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

  /** @param only as the store has it */
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

  /** The delivery's key in the store; most deliveries never get there. */
  #delivery({ name }: LedgerKey): Buffer {
    return this.#mac(Buffer.from(name, 'latin1'));
  }

  #mac(octets: Buffer | string): Buffer {
    return Buffer.from(this.#key.of(octets), 'latin1');
  }
}

const lifeOf = ({ relayed }: LedgerKey) => (relayed ? LIFE_MS : SCRIPT_LIFE_MS);
