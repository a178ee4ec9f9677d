/** The octets of all messages in memory at once, and the octets still expected of them. */

type Use = { taken: number; expected: number };

export class Budget {
  readonly limit: number;
  readonly #blockLimit: number;
  readonly #all: Use = { taken: 0, expected: 0 };
  readonly #byBlock = new Map<string, Use>();
  #onFreed: () => void = () => {};

  /**
   * @param limit the limit for all messages, in octets
   * @param blockShare the fraction of it, from 0 to 1, that one client address block may use
   */
  constructor(limit: number, blockShare: number) {
    this.limit = limit;
    // Rounded: a share computed from a number of octets gives exactly that number.
    this.#blockLimit = Math.round(limit * blockShare);
  }

  get used(): number {
    return this.#all.taken;
  }

  /** The octets of the largest message that fits when it is alone. */
  get largest(): number {
    return Math.min(this.limit, this.#blockLimit);
  }

  /** Whether `octets` more would fit for this block now. */
  fits(block: string, octets: number): boolean {
    const ofBlock = this.#byBlock.get(block)?.taken ?? 0;
    return this.#all.taken + octets <= this.limit && ofBlock + octets <= this.#blockLimit;
  }

  /** Whether `octets` more would fit after all expected octets have arrived. */
  fitsBesideExpected(block: string, octets: number): boolean {
    const { taken, expected } = this.#byBlock.get(block) ?? { taken: 0, expected: 0 };
    return (
      this.#all.taken + this.#all.expected + octets <= this.limit &&
      taken + expected + octets <= this.#blockLimit
    );
  }

  /** Reserves `octets`, or reserves nothing and returns false. */
  take(block: string, octets: number): boolean {
    if (!this.fits(block, octets)) return false;
    this.#change(block, 'taken', octets);
    return true;
  }

  /** Returns reserved octets. */
  give(block: string, octets: number): void {
    this.#change(block, 'taken', -octets);
    this.#onFreed();
  }

  /** A message will probably need `octets` more. No message is rejected because of them. */
  expect(block: string, octets: number): void {
    this.#change(block, 'expected', octets);
  }

  /** Expected octets have arrived, or are no longer expected. */
  expectLess(block: string, octets: number): void {
    this.#change(block, 'expected', -octets);
    this.#onFreed();
  }

  /** @param listener is called when more memory may be available */
  whenFreed(listener: () => void): void {
    this.#onFreed = listener;
  }

  #change(block: string, kind: keyof Use, octets: number): void {
    const ofBlock = this.#byBlock.get(block) ?? { taken: 0, expected: 0 };
    this.#all[kind] += octets;
    ofBlock[kind] += octets;
    if (ofBlock.taken > 0 || ofBlock.expected > 0) this.#byBlock.set(block, ofBlock);
    else this.#byBlock.delete(block);
  }
}
