/** The letters that this process sends in a while, in memory. */

import { type Limit, spanOf, waitOf } from '#rules/sliding-limit.ts';

export class NodeCount {
  readonly #limits: readonly Limit[];
  readonly #now: () => number;
  /** The times at which letters were sent, oldest first. */
  #times: number[] = [];

  /** @param now milliseconds since 1970 */
  constructor(limits: readonly Limit[], now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts this many letters. @returns 0, or the milliseconds until one may be sent: none was counted */
  take(letters: number): number {
    if (letters === 0) return 0;
    const now = this.#now();
    const keptMs = spanOf(this.#limits);
    this.#times = this.#times.filter((time) => time > now - keptMs);
    const wait = waitOf(this.#times, this.#limits, now);
    if (wait === 0 && keptMs > 0) this.#times.push(...Array<number>(letters).fill(now));
    return wait;
  }

  /** Whether more than half of a limit is used now. */
  isHalfUsed(): boolean {
    const now = this.#now();
    return this.#limits.some(
      ({ most, ms }) => this.#times.filter((time) => time > now - ms).length > most / 2,
    );
  }

  /** Counted letters were not sent. */
  giveBack(letters: number): void {
    this.#times.length = Math.max(0, this.#times.length - letters);
  }
}
