/**
 * The ledger: what has been delivered already, so that a sender who did not read our 250 gets it again and not a
 * second copy. Keys are MACs; no address and no content is in it. Entries live in memory until the sender has proven
 * that it read the verdict, and go to the store where it has not.
 */

import { createHmac } from 'node:crypto';
import type { LedgerEntry, Store } from '#store/store.ts';
import { Fingerprint } from './fingerprint.ts';
import type { MailKeys } from './keys.ts';

/** How long an entry is believed: longer than a sender keeps trying (RFC 5321 section 4.5.4.1: 4 to 5 days). */
const LIFE_MS = 7 * 86_400_000;

/** A delivery may take this long after its sender has left; then its node is taken to be dead. */
const UNDER_WAY_MS = 900_000;

const DELIVERED: LedgerEntry = { code: 250, enhanced: '2.0.0' };
const UNDER_WAY: LedgerEntry = { code: 451, enhanced: '4.3.0' };

/** One message for one recipient from one sender. */
export type LedgerKey = {
  /** The sender and the recipient alone: known at RCPT, before the content is. */
  pair: Buffer;
  /** With the content. */
  delivery: Buffer;
};

export type LedgerOptions = {
  store: Pick<Store, 'recall' | 'remember'>;
  keys: Pick<MailKeys, 'ledger' | 'fingerprint'>;
  now: () => number;
  /** The store does not answer. A copy too many, never one too few: the mail goes on. */
  onFault: (error: unknown) => void;
};

export class Ledger {
  readonly #options: LedgerOptions;
  /** Deliveries under way or not yet proven to be read, in this process. */
  readonly #held = new Map<string, 'under-way' | 'delivered'>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  pair(sender: string, recipient: string): Buffer {
    // The length in front, so that no two pairs ever make the same octets.
    return this.#mac(Buffer.from(`pair ${sender.length} ${sender} ${recipient}`));
  }

  /** Takes the wire octets from behind the trace on top, for `key`. */
  fingerprint(): Fingerprint {
    return new Fingerprint(this.#options.keys.fingerprint);
  }

  /** @param content the message's fingerprint */
  key(pair: Buffer, content: Buffer): LedgerKey {
    return { pair, delivery: this.#mac(Buffer.concat([pair, content])) };
  }

  /** What is known of a pair: undefined where the ledger has nothing under it at all. */
  recallPair(pair: Buffer): Promise<LedgerEntry | undefined> {
    return this.#recall(pair);
  }

  /** What became of a delivery before. @param pairKnown whether the pair has an entry: else the store is not asked */
  async recall(
    { delivery }: LedgerKey,
    pairKnown: boolean,
  ): Promise<'delivered' | 'under-way' | undefined> {
    const held = this.#held.get(delivery.toString('base64'));
    if (held !== undefined || !pairKnown) return held;
    const entry = await this.#recall(delivery);
    if (entry === undefined) return undefined;
    return entry.code === DELIVERED.code ? 'delivered' : 'under-way';
  }

  /** Begins a delivery. @returns false where the same one is under way already, or done */
  claim({ delivery }: LedgerKey): boolean {
    const name = delivery.toString('base64');
    if (this.#held.has(name)) return false;
    this.#held.set(name, 'under-way');
    return true;
  }

  /** Delivered, and the sender is being told. */
  hold({ delivery }: LedgerKey): void {
    this.#held.set(delivery.toString('base64'), 'delivered');
  }

  /** Nothing was delivered, or the sender has read that it was. */
  drop({ delivery }: LedgerKey): void {
    this.#held.delete(delivery.toString('base64'));
  }

  /** Delivered, and the sender may not know it: kept for its next attempt, on whatever node. */
  async keep(key: LedgerKey): Promise<void> {
    this.hold(key);
    const stored =
      (await this.#remember(key.delivery, DELIVERED)) &&
      (await this.#remember(key.pair, DELIVERED));
    // Where the store is down the process remembers as long as it lives.
    if (stored) this.drop(key);
  }

  /** The sender has left before the verdict: its next attempt, on whatever node, is not to start a second copy. */
  async keepUnderWay({ pair, delivery }: LedgerKey): Promise<void> {
    await this.#remember(delivery, UNDER_WAY, UNDER_WAY_MS);
    await this.#remember(pair, DELIVERED);
  }

  /** What `keepUnderWay` wrote has ended without a delivery. */
  async clearUnderWay({ delivery }: LedgerKey): Promise<void> {
    await this.#remember(delivery, UNDER_WAY, 0);
  }

  /** Failed beside others that succeeded: the next attempt is to stand alone. */
  async keepFailure(pair: Buffer, entry: LedgerEntry): Promise<void> {
    await this.#remember(pair, entry);
  }

  /** It has had its own verdict: nothing more is asked of the pair. */
  async clearFailure(pair: Buffer): Promise<void> {
    await this.#remember(pair, DELIVERED);
  }

  async #recall(key: Buffer): Promise<LedgerEntry | undefined> {
    try {
      return await this.#options.store.recall(key, this.#options.now());
    } catch (error) {
      this.#options.onFault(error);
      return undefined;
    }
  }

  async #remember(key: Buffer, entry: LedgerEntry, lifeMs = LIFE_MS): Promise<boolean> {
    try {
      await this.#options.store.remember(key, entry, this.#options.now() + lifeMs);
      return true;
    } catch (error) {
      this.#options.onFault(error);
      return false;
    }
  }

  #mac(octets: Buffer): Buffer {
    return createHmac('sha256', this.#options.keys.ledger).update(octets).digest();
  }
}
