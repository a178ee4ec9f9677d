import type { Clock } from '#time/clock.ts';
import { DeadlineTimer } from '../session/deadline-timer.ts';

/** The largest number of messages held for a retry, and their octets: a server that is down must not fill our memory. */
const MOST_HELD = 100;
const MOST_HELD_OCTETS = 16_777_216;
/** Shortest time before the deadline that remains for a retry. */
const NEEDED_MS = 10_000;

/**
 * Holds a message for one retry in the same session. Greylisting (RFC 6647) and short outages often end within that time. Our
 * sender waits meanwhile.
 */
export class RetryHold {
  readonly #clock: Clock;
  readonly #ms: number;
  /** The end of each hold, and the octets of its message. */
  readonly #held = new Map<() => void, number>();
  #ended = false;

  /** @param ms the length of a hold; 0: no retries */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** The number of messages held now. */
  get held(): number {
    return this.#held.size;
  }

  /** Resolves with true when it is time for the retry; with false, immediately or later, if there will be none. */
  async wait(octets: number, deadline: number): Promise<boolean> {
    const heldOctets = [...this.#held.values()].reduce((sum, one) => sum + one, 0);
    const allowed =
      this.#ms > 0 &&
      this.#clock.now() + this.#ms + NEEDED_MS <= deadline &&
      this.#held.size < MOST_HELD &&
      heldOctets + octets <= MOST_HELD_OCTETS;
    if (!allowed || this.#ended) return false;
    await new Promise<void>((resolve) => {
      // Exact to the millisecond: a back-off of the same length must be over by then.
      const timer = new DeadlineTimer(this.#clock, end);
      timer.set(this.#clock.now() + this.#ms);
      const held = this.#held;
      held.set(end, octets);
      function end() {
        timer.stop();
        held.delete(end);
        resolve();
      }
    });
    return !this.#ended;
  }

  /** Ends all holds, and does not allow new ones. */
  end(): void {
    this.#ended = true;
    for (const end of this.#held.keys()) end();
  }
}
