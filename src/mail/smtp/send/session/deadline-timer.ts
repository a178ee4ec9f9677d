import type { Clock } from '#time/clock.ts';

/**
 * One deadline that moves often, at the price of few timers: a timer that fires too early is started again for the
 * rest, and one that is no longer wanted fires into nothing. One connection carries a hundred messages with it.
 */
export class DeadlineTimer {
  readonly #clock: Clock;
  readonly #expired: () => void;
  #deadline = Infinity;
  #armedFor = Infinity;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, expired: () => void) {
    this.#clock = clock;
    this.#expired = expired;
  }

  /** Milliseconds on the clock; Infinity where nothing is waited for. */
  get deadline(): number {
    return this.#deadline;
  }

  /** @param deadline milliseconds on the clock; Infinity for none */
  set(deadline: number): void {
    this.#deadline = deadline;
    if (deadline < this.#armedFor) this.#arm();
  }

  /** Ends the timer itself, when its owner is through. */
  stop(): void {
    this.#deadline = Infinity;
    this.#armedFor = Infinity;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #arm(): void {
    this.#cancel?.();
    this.#armedFor = this.#deadline;
    const wait = Math.max(0, this.#deadline - this.#clock.now());
    this.#cancel = this.#clock.after(wait, () => this.#fire());
  }

  #fire(): void {
    this.#armedFor = Infinity;
    this.#cancel = undefined;
    if (this.#deadline === Infinity) return;
    if (this.#clock.now() < this.#deadline) {
      this.#arm();
    } else {
      this.#deadline = Infinity;
      this.#expired();
    }
  }
}
