import type { Clock } from '#time/clock.ts';

/**
 * A deadline that moves often and costs few timers. A later deadline does not restart the timer: if it fires too early it
 * starts again for the remaining time, and if no deadline is set it does nothing.
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

  /** Milliseconds on the clock; Infinity while no deadline is set. */
  get deadline(): number {
    return this.#deadline;
  }

  /** @param deadline in milliseconds on the clock; Infinity for none */
  set(deadline: number): void {
    this.#deadline = deadline;
    if (deadline < this.#armedFor) this.#arm();
  }

  /** Cancels the timer. The owner calls it at its own end. */
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
