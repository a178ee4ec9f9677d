/**
 * Transactions that have not begun a message wait here while memory for messages is short. They hold nothing, so that no
 * message waits for another one (decision 0034).
 */

import type { Clock } from '#time/clock.ts';
import type { Budget } from './budget.ts';
import { SLAB_OCTETS } from './slabs.ts';

/** Transactions that wait at once: a flood must not hold the connections that others need. */
const MOST_WAITING = 1000;
/** The part of the room that a message without a declared size is presumed to need before one has come. */
const FIRST_SHARE = 1 / 16;
/** The part by which the presumed size follows a smaller message. */
const DECAY = 1 / 4;

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
    return () => this.#leave(waiting);
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

  /** @param others of unknown size that were let in just now, and have not brought an octet yet */
  #fits({ block, declared }: Need, others = 0): boolean {
    if (declared !== undefined) return this.#budget.fits(block, declared);
    return this.#budget.fitsBesideExpected(block, this.presumed * (1 + others));
  }

  #leave(waiting: Waiting): boolean {
    waiting.cancelTimer();
    return this.#waiting.delete(waiting);
  }

  /** In their order; a smaller need, or one of another block, may pass those ahead. */
  #admit(): void {
    let admitted = 0;
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting, admitted)) continue;
      if (waiting.declared === undefined) admitted += 1;
      waiting.over('room');
    }
  }
}
