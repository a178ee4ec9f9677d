/** The octets of all messages in memory at once: past the limit senders get a temporary refusal. */
export class Budget {
  readonly limit: number;
  #used = 0;
  readonly #usedByBlock = new Map<string, number>();
  readonly #blockLimit: number;

  /**
   * @param limit octets in all
   * @param blockShare the part of it, from 0 to 1, that one client address block may hold
   */
  constructor(limit: number, blockShare: number) {
    this.limit = limit;
    // Rounded: a share computed from a number of octets gives exactly that number.
    this.#blockLimit = Math.round(limit * blockShare);
  }

  get used(): number {
    return this.#used;
  }

  /** Whether `octets` more would fit for this block now. */
  fits(block: string, octets: number): boolean {
    return (
      this.#used + octets <= this.limit &&
      (this.#usedByBlock.get(block) ?? 0) + octets <= this.#blockLimit
    );
  }

  /** Takes `octets`, or takes nothing and returns false. */
  take(block: string, octets: number): boolean {
    if (!this.fits(block, octets)) return false;
    this.#used += octets;
    this.#usedByBlock.set(block, (this.#usedByBlock.get(block) ?? 0) + octets);
    return true;
  }

  /** Gives back octets that were taken. */
  give(block: string, octets: number): void {
    this.#used -= octets;
    const left = (this.#usedByBlock.get(block) ?? 0) - octets;
    if (left > 0) this.#usedByBlock.set(block, left);
    else this.#usedByBlock.delete(block);
  }
}
