/** A stopped clock that a test moves. */

import type { Clock } from '#time/clock.ts';

export class FakeClock implements Clock {
  #now: number;
  /** Milliseconds of the date's jumps so far. */
  #jumped = 0;
  /** In the order of their times, then of their start. */
  readonly #timers: { at: number; run: () => void }[] = [];

  /** @param now milliseconds since 1970 */
  constructor(now = Date.UTC(2026, 10, 21, 12)) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  readonly date = (): number => this.#now + this.#jumped;

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.splice(this.#timers.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  };

  /** Advances by `ms` and runs the timers that are due, each at its own moment. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#timers[0]; next && next.at <= end; next = this.#timers[0]) {
      this.#timers.shift();
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = end;
  }

  /** Sets the date ahead or back by `ms`; the timers are not affected. */
  jump(ms: number): void {
    this.#jumped += ms;
  }

  /** Whether a timer is due in exactly this many milliseconds. */
  isDueIn(ms: number): boolean {
    return this.#timers.some(({ at }) => at === this.#now + ms);
  }

  get pending(): number {
    return this.#timers.length;
  }
}
