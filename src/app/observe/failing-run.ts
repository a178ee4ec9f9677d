/**
 * Consecutive failures, without a success between them. One remote side that fails is its own problem; several are
 * ours.
 */

export type FailingRunOptions = {
  /** The number of different ones that must have failed. */
  most: number;
  /** The time after the last failure in which they count, in milliseconds. */
  windowMs: number;
  /** Milliseconds of a steady clock. */
  now: () => number;
};

export class FailingRun {
  readonly #options: FailingRunOptions;
  readonly #failed = new Set<string>();
  #last = 0;

  constructor(options: FailingRunOptions) {
    this.#options = options;
  }

  /** @param who the remote side, by any stable name */
  failed(who: string): void {
    const { most, now } = this.#options;
    if (!this.#isFresh) this.#failed.clear();
    if (this.#failed.size < most) this.#failed.add(who);
    this.#last = now();
  }

  succeeded(): void {
    this.#failed.clear();
  }

  get isFailing(): boolean {
    return this.#failed.size >= this.#options.most && this.#isFresh;
  }

  get #isFresh(): boolean {
    return this.#options.now() - this.#last < this.#options.windowMs;
  }
}
