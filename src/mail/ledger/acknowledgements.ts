/**
 * The deliveries of one connection whose outcome its sender may not have read. The ledger keeps them, so that a mail that is
 * sent again is recognized.
 */

import type { Ledger } from './ledger.ts';
import type { LedgerKey } from './ledger-key.ts';

export class Acknowledgements {
  readonly #ledger: Ledger;
  readonly #track: (work: Promise<unknown>) => void;
  /** Deliveries of this connection that have not ended. */
  readonly #underWay: LedgerKey[] = [];
  /** Arrived, while other recipients of the same message are waited for. */
  readonly #arrived: LedgerKey[] = [];
  /** Delivered, but nothing shows yet that the sender has read it. */
  #unproven: LedgerKey[] = [];
  /** Copies that were held back, and the same holds. */
  #heldBack: LedgerKey[] = [];
  /** The sender has closed the connection, or its side of it. */
  #left = false;

  /** @param track takes work that goes on after the connection has ended */
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
   * The recipient has the message; the sender is told when all recipients of its transaction have a verdict. Where it has left, the
   * ledger knows from now on: this process may end before the others are done.
   */
  arrived(key: LedgerKey): void {
    remove(this.#underWay, key);
    if (this.#left) this.#track(this.#ledger.unproven(key));
    else this.#arrived.push(key);
  }

  /** A delivery that has begun here has failed. @returns undefined where the ledger has nothing to write */
  failed(key: LedgerKey): Promise<unknown> | undefined {
    remove(this.#underWay, key);
    return this.#ledger.failed(key);
  }

  /**
   * A message was delivered to a recipient for whom it had arrived, and the sender is being told.
   * @param toldToRetry the sender is answered 451 all the same
   * @returns undefined where the ledger has nothing to write
   */
  delivered(key: LedgerKey, toldToRetry: boolean): Promise<unknown> | undefined {
    // The ledger knows of it where the sender has left.
    if (!remove(this.#arrived, key)) return undefined;
    if (toldToRetry) return this.#ledger.unproven(key);
    this.#unproven.push(key);
    return this.#ledger.delivered(key);
  }

  /** A message was delivered before, and no copy was sent. @param toldToRetry the sender is answered 451 all the same */
  heldBack(key: LedgerKey, toldToRetry: boolean): void {
    if (!toldToRetry) this.#heldBack.push(key);
  }

  /**
   * The sender has read every reply so far.
   * @param isCertain false: a message that a server passes on is doubted all the same, as the same octets are never its next one
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

  /** The sender has closed its side: it may come again at any moment. */
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
