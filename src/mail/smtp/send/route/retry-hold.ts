import type { Clock } from '#time/clock.ts';
import { DeadlineTimer } from '../session/deadline-timer.ts';

/** Messages that may wait for their second try together, and their octets: a far side that is down must not fill our memory. */
const WAITING = 100;
const WAITING_OCTETS = 16_777_216;
/** Time that a second try needs at least, before the deadline. */
const NEEDED_MS = 10_000;

/** Holds a message back for one more try in the same session: greylisting (RFC 6647) and short troubles pass in it. */
export class Patience {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #waiting = new Set<() => void>();
  #octets = 0;
  #over = false;

  /** @param ms how long to hold a message back; 0 never does */
  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Resolves with true when it is time for a second try; with false, at once or later, where there is to be none. */
  async wait(octets: number, deadline: number): Promise<boolean> {
    const enough =
      this.#ms > 0 &&
      this.#clock.now() + this.#ms + NEEDED_MS <= deadline &&
      this.#waiting.size < WAITING &&
      this.#octets + octets <= WAITING_OCTETS;
    if (!enough || this.#over) return false;
    this.#octets += octets;
    await new Promise<void>((resolve) => {
      // Exact to the millisecond: a pause of the same length must be over by then.
      const timer = new DeadlineTimer(this.#clock, end);
      timer.set(this.#clock.now() + this.#ms);
      const waiting = this.#waiting;
      waiting.add(end);
      function end() {
        timer.stop();
        waiting.delete(end);
        resolve();
      }
    });
    this.#octets -= octets;
    return !this.#over;
  }

  /** Nobody waits any longer. */
  end(): void {
    this.#over = true;
    for (const end of this.#waiting) end();
  }
}
