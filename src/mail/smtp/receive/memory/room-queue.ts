/**
 * Transactions that have not begun a message wait here while memory for messages is short. They hold nothing, so that no
 * message waits for another one (docs/decisions/memory-for-messages.md).
 */

import type { Clock } from '#time/clock.ts';
import { IdleOrder } from '../idle-order.ts';
import type { Budget } from './budget.ts';
import { Presumption } from './presumption.ts';
import { SLAB_OCTETS } from './slabs.ts';

/** Transactions that wait at once: a flood must not hold the connections that others need. */
const MOST_WAITING = 1000;
/** The part of the room that a message without a declared size is presumed to need before one has come. */
const FIRST_SHARE = 1 / 16;
/** The part by which the presumed size follows a smaller message. */
const DECAY = 1 / 4;
/** Milliseconds for the first octet of a message behind its 354: more than a round trip. Then nobody waits for it any more. */
const SILENT_MS = 500;
/** The interval between searches for silent messages while a transaction waits, in milliseconds. */
const SEARCH_MS = 100;

/** The room that a message needs: octets, or undefined where no size was declared. */
export type Need = { block: string; declared: number | undefined };

/** The end of a wait: there is room, or the longest wait is over, or the server shuts down. */
export type WaitOutcome = 'room' | 'late' | 'closing';

type Waiting = Need & { over: (outcome: WaitOutcome) => void; cancelTimer: () => void };

export class RoomQueue {
  readonly #budget: Budget;
  readonly #clock: Clock;
  readonly #mostMs: number;
  readonly #waiting = new Set<Waiting>();
  /** Messages of unknown size that have brought no octet yet. */
  readonly #silent = new IdleOrder<Presumption>();
  #cancelSearch: (() => void) | undefined;
  #presumed: number;

  /** @param mostMs the longest wait, in milliseconds */
  constructor(budget: Budget, clock: Clock, mostMs: number) {
    this.#budget = budget;
    this.#clock = clock;
    this.#mostMs = mostMs;
    this.#presumed = this.#possible(budget.limit * FIRST_SHARE);
    budget.whenFreed(() => this.#admit());
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The octets that a message without a declared size is presumed to take. */
  get presumed(): number {
    return Math.ceil(this.#presumed);
  }

  /** Whether there is room now, or a wait is of no use. */
  mayTry(need: Need): boolean {
    const never = (need.declared ?? 0) > this.#budget.largest;
    return never || this.#waiting.size >= MOST_WAITING || this.#fits(need);
  }

  /**
   * @param over called once, not before it returns
   * @returns leaves the queue
   */
  enter(need: Need, over: (outcome: WaitOutcome) => void): () => void {
    const end = (outcome: WaitOutcome) => this.#leave(waiting) && over(outcome);
    const waiting = {
      ...need,
      over: end,
      cancelTimer: this.#clock.after(this.#mostMs, () => end('late')),
    };
    this.#waiting.add(waiting);
    this.#cancelSearch ??= this.#clock.after(SEARCH_MS, () => this.#search());
    return () => this.#leave(waiting);
  }

  /** A message without a declared size may begin. @param held octets that it has taken */
  presume(block: string, held: number): Presumption {
    const presumption = new Presumption(this.#budget, block, Math.max(this.presumed - held, 0));
    this.#silent.add(presumption, this.#clock.now());
    return presumption;
  }

  /** It has brought its first octets. */
  begun(presumption: Presumption): void {
    this.#silent.delete(presumption);
    presumption.expect();
  }

  /** It takes no more. */
  over(presumption: Presumption): void {
    this.#silent.delete(presumption);
    presumption.end();
  }

  /** A message without a declared size has come in whole, kept or not. @param octets of the room that it wanted */
  learn(octets: number): void {
    // The largest recent size: with a smaller guess messages are read in vain, with a larger one others wait for a moment.
    const size = this.#possible(octets);
    this.#presumed = Math.max(size, this.#presumed + (size - this.#presumed) * DECAY);
    this.#admit();
  }

  /** Ends every wait: the server shuts down. */
  close(): void {
    for (const waiting of this.#waiting) waiting.over('closing');
  }

  /** No message takes less than a slab, or more than all that there is. */
  #possible(octets: number): number {
    return Math.min(Math.max(octets, SLAB_OCTETS), this.#budget.largest);
  }

  #fits({ block, declared }: Need): boolean {
    if (declared !== undefined) return this.#budget.fits(block, declared);
    return this.#budget.fitsBesideExpected(block, this.presumed);
  }

  #leave(waiting: Waiting): boolean {
    waiting.cancelTimer();
    const left = this.#waiting.delete(waiting);
    if (this.#waiting.size === 0) this.#endSearch();
    return left;
  }

  /** In their order; a smaller need, or one of another block, may pass those ahead. */
  #admit(): void {
    for (const waiting of this.#waiting) if (this.#fits(waiting)) waiting.over('room');
  }

  /** Gives up the messages that stay silent, so that a client that stops behind DATA holds nobody up. */
  #search(): void {
    const until = this.#clock.now() - SILENT_MS;
    this.#cancelSearch = this.#clock.after(SEARCH_MS, () => this.#search());
    // In a loop that was held up the timers come first: octets that have arrived are read before the judgement.
    setImmediate(() => {
      for (let silent = this.#silent.take(until); silent; silent = this.#silent.take(until)) {
        silent.giveUp();
      }
    });
  }

  #endSearch(): void {
    this.#cancelSearch?.();
    this.#cancelSearch = undefined;
  }
}
