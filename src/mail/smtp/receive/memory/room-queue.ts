/**
 * Transactions that have not begun a message wait here while memory for messages is short. They hold no memory, so messages
 * never wait for one another (docs/decisions/memory-for-messages.md).
 */

import type { Clock } from '#time/clock.ts';
import { IdleOrder } from '../idle-order.ts';
import type { Budget } from './budget.ts';
import { SLAB_OCTETS } from './slabs.ts';

/** The largest number of waiting transactions: a flood must not hold the connections that others need. */
const MOST_WAITING = 1000;
/** The fraction of the memory that a message without a declared size is presumed to need before one has been received. */
const FIRST_SHARE = 1 / 16;
/** The fraction by which the presumed size follows a smaller message. */
const DECAY = 1 / 4;
/** Milliseconds to wait for the first octet of a message after its 354: more than a round trip. Then others stop waiting for it. */
const SILENT_MS = 500;
/** The interval between searches for silent messages while a transaction waits, in milliseconds. */
const SEARCH_MS = 100;

/** The memory that a message needs: octets, or undefined if no size was declared. */
export type Need = { block: string; declared: number | undefined };

/** The end of a wait: memory is available, the longest wait is over, or the server shuts down. */
export type WaitOutcome = 'room' | 'late' | 'closing';

type Waiting = Need & { over: (outcome: WaitOutcome) => void; cancelTimer: () => void };

export class RoomQueue {
  readonly #budget: Budget;
  readonly #clock: Clock;
  readonly #mostMs: number;
  readonly #waiting = new Set<Waiting>();
  /** Messages of unknown size of which no octet has arrived yet. */
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

  /** The octets that a message without a declared size is expected to take. */
  get presumed(): number {
    return Math.ceil(this.#presumed);
  }

  /** Whether memory is available now, or waiting would not help. */
  mayTry(need: Need): boolean {
    const never = (need.declared ?? 0) > this.#budget.largest;
    return never || this.#waiting.size >= MOST_WAITING || this.#fits(need);
  }

  /**
   * @param over called once, and never before this method returns
   * @returns a function that leaves the queue
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

  /** Its first octets have arrived. */
  begun(presumption: Presumption): void {
    this.#silent.delete(presumption);
    presumption.expect();
  }

  /** It needs no more octets. */
  over(presumption: Presumption): void {
    this.#silent.delete(presumption);
    presumption.end();
  }

  /** A message without a declared size is complete, accepted or not. @param octets the memory that it needed */
  learn(octets: number): void {
    // The largest recent size: with a smaller guess messages are read in vain, with a larger one others wait briefly.
    const size = this.#possible(octets);
    this.#presumed = Math.max(size, this.#presumed + (size - this.#presumed) * DECAY);
    this.#admit();
  }

  /** Ends every wait: the server shuts down. */
  close(): void {
    for (const waiting of this.#waiting) waiting.over('closing');
  }

  /** A message takes at least one slab and at most the whole memory. */
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

  /** In order; a smaller need, or one of another block, may overtake those before it. */
  #admit(): void {
    for (const waiting of this.#waiting) if (this.#fits(waiting)) waiting.over('room');
  }

  /** Stops expecting silent messages, so that a client that stops after DATA does not delay others. */
  #search(): void {
    const until = this.#clock.now() - SILENT_MS;
    this.#cancelSearch = this.#clock.after(SEARCH_MS, () => this.#search());
    // In an event loop that was blocked, timers run first: read the octets that have arrived before judging.
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

/** The octets that one message of unknown size is expected to need, in addition to those that it already holds. */
export class Presumption {
  readonly #budget: Budget;
  readonly #block: string;
  /** Octets that the message is still expected to need. */
  #octets: number;
  #isExpected = false;

  /** Starts to expect the octets. */
  constructor(budget: Budget, block: string, octets: number) {
    this.#budget = budget;
    this.#block = block;
    this.#octets = octets;
    this.expect();
  }

  /** The first octets of the message have arrived. */
  expect(): void {
    if (this.#isExpected) return;
    this.#isExpected = true;
    this.#budget.expect(this.#block, this.#octets);
  }

  /** The message does not arrive: others stop waiting for it. */
  giveUp(): void {
    if (!this.#isExpected) return;
    this.#isExpected = false;
    this.#budget.expectLess(this.#block, this.#octets);
  }

  /** The message has reserved this number of the octets. */
  taken(octets: number): void {
    const less = Math.min(octets, this.#octets);
    if (less === 0) return;
    this.#octets -= less;
    if (this.#isExpected) this.#budget.expectLess(this.#block, less);
  }

  /** The message needs no more octets. */
  end(): void {
    this.taken(this.#octets);
  }
}
