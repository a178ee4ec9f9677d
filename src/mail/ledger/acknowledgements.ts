/**
 * The deliveries of one connection whose outcome its sender may not have read. The ledger keeps them, so that a retransmitted message
 * is recognized.
 */

import type { Ledger } from './ledger.ts';
import type { LedgerKey } from './fingerprint.ts';

export class Acknowledgements {
  readonly #ledger: Ledger;
  readonly #track: (work: Promise<unknown>) => void;
  /** Deliveries of this connection that are not finished. */
  readonly #underWay: LedgerKey[] = [];
  /** Delivered, while other recipients of the same message are pending. */
  readonly #arrived: LedgerKey[] = [];
  /** Delivered, but nothing yet shows that the sender has read the reply. */
  #unproven: LedgerKey[] = [];
  /** Suppressed copies of which the same is true. */
  #heldBack: LedgerKey[] = [];
  /** The sender has closed the connection, or its side of it. */
  #left = false;

  /** @param track receives work that continues after the connection has ended */
  constructor(ledger: Ledger, track: (work: Promise<unknown>) => void) {
    this.#ledger = ledger;
    this.#track = track;
  }

  /** A delivery begins. */
  begun(key: LedgerKey): void {
    this.#underWay.push(key);
    if (this.#left) this.#track(this.#ledger.senderLeft(key));
  }

  /**
   * The recipient has the message. The sender gets its reply when all recipients of its transaction have a verdict. If the sender
   * has left, the ledger records the delivery immediately: this process may end before the others are done.
   */
  arrived(key: LedgerKey): void {
    remove(this.#underWay, key);
    if (this.#left) this.#track(this.#ledger.unproven(key));
    else this.#arrived.push(key);
  }

  /** A delivery that has begun here has failed. @returns undefined if the ledger has nothing to write */
  failed(key: LedgerKey): Promise<unknown> | undefined {
    remove(this.#underWay, key);
    return this.#ledger.failed(key);
  }

  /**
   * A message was delivered to a recipient, and the sender is about to get the reply.
   * @param deferred the sender still gets 451
   * @returns undefined if the ledger has nothing to write
   */
  delivered(key: LedgerKey, deferred: boolean): Promise<unknown> | undefined {
    // If the sender has left, the ledger already has the delivery.
    if (!remove(this.#arrived, key)) return undefined;
    if (deferred) return this.#ledger.unproven(key);
    this.#unproven.push(key);
    return this.#ledger.delivered(key);
  }

  /** A message was delivered before, and a copy was suppressed. @param deferred the sender still gets 451 */
  heldBack(key: LedgerKey, deferred: boolean): void {
    if (!deferred) this.#heldBack.push(key);
  }

  /**
   * The sender has read every reply so far.
   * @param isCertain false: a message with a Received field stays doubted, because a server never sends the same octets as a new message
   */
  read(isCertain: boolean): void {
    const doubted = (key: LedgerKey) => key.relayed && !isCertain;
    for (const key of this.#unproven) {
      if (doubted(key)) continue;
      const work = this.#ledger.proven(key);
      if (work !== undefined) this.#track(work);
    }
    for (const key of this.#heldBack) this.#track(this.#ledger.retryProven(key));
    this.#unproven = this.#unproven.filter(doubted);
    this.#heldBack = [];
  }

  /** The sender has closed its side: it may retry at any moment. */
  senderLeft(): void {
    if (this.#left) return;
    this.#left = true;
    for (const key of this.#underWay) this.#track(this.#ledger.senderLeft(key));
    for (const key of this.#arrived.splice(0)) this.#track(this.#ledger.unproven(key));
  }

  /** The connection has ended. */
  closed(): void {
    for (const key of this.#unproven) this.#track(this.#ledger.unproven(key));
    this.#unproven = [];
    this.senderLeft();
  }
}

/** @returns whether it was there */
function remove(keys: LedgerKey[], key: LedgerKey): boolean {
  const at = keys.indexOf(key);
  if (at >= 0) keys.splice(at, 1);
  return at >= 0;
}
