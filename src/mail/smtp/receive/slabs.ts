/** Pooled memory for messages: without the pool, memory would be freed only by the garbage collector. */

export const SLAB_OCTETS = 65_536;

export class Slabs {
  readonly #free: Buffer[] = [];
  /** The fewest that were free at once since the last look. */
  #unwanted = 0;

  /** Memory for octets of one message. */
  take(): Buffer {
    const slab = this.#free.pop();
    this.#unwanted = Math.min(this.#unwanted, this.#free.length);
    return slab ?? Buffer.allocUnsafeSlow(SLAB_OCTETS);
  }

  /**
   * Takes the slabs of a message back. Nobody may read or write them any more; their content is wiped.
   * @param filled how much of the last one was written to; the others are full
   */
  give(slabs: readonly Buffer[], filled: number): void {
    const last = slabs.at(-1);
    for (const slab of slabs) this.#free.push(slab.fill(0, 0, slab === last ? filled : undefined));
  }

  /** Releases the slabs that were unused since the last call. To be called every now and then. */
  trim(): void {
    this.#free.splice(0, this.#unwanted);
    this.#unwanted = this.#free.length;
  }
}
