/** Pooled memory for messages: without the pool, memory would be freed only by the garbage collector. */

export const SLAB_OCTETS = 65_536;

export class Slabs {
  readonly #free: Buffer[] = [];
  /** The least number of free slabs since the last call. */
  #unwanted = 0;

  /** Memory for octets of one message. */
  take(): Buffer {
    const slab = this.#free.pop();
    this.#unwanted = Math.min(this.#unwanted, this.#free.length);
    return slab ?? Buffer.allocUnsafeSlow(SLAB_OCTETS);
  }

  /**
   * Takes the slabs of a message back. Their content is wiped, and nobody may read or write them any more.
   * @param filled octets written to the last one; the others are full
   */
  give(slabs: readonly Buffer[], filled: number): void {
    const last = slabs.at(-1);
    for (const slab of slabs) this.#free.push(slab.fill(0, 0, slab === last ? filled : undefined));
  }

  /** Releases the slabs that were unused since the last call. To be called now and then. */
  trim(): void {
    this.#free.splice(0, this.#unwanted);
    this.#unwanted = this.#free.length;
  }
}
