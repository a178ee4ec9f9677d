/**
 * Memory for large messages that is used again, and its bookkeeping. Octets come off the wire in buffers of the
 * runtime, which finds out only by looking through everything that they are not needed any more; what is copied here
 * lets go of them at once.
 */

export const SLAB_OCTETS = 65_536;

export class Slabs {
  readonly #free: Buffer[] = [];
  /** The fewest that were free at once since the last look. */
  #unwanted = 0;
  readonly #onGarbage: (octets: number) => void;

  /** @param onGarbage told of octets in buffers of the runtime that nobody needs any more */
  constructor(onGarbage: (octets: number) => void) {
    this.#onGarbage = onGarbage;
  }

  /** A slab for octets that are copied out of buffers of the runtime. */
  take(): Buffer {
    const slab = this.#free.pop();
    this.#unwanted = Math.min(this.#unwanted, this.#free.length);
    this.#onGarbage(SLAB_OCTETS);
    return slab ?? Buffer.allocUnsafeSlow(SLAB_OCTETS);
  }

  /**
   * Takes the slabs of a message back. Nobody may read or write them any more; what is in them is wiped.
   * @param uncopied octets of the message that lie in buffers of the runtime
   */
  give(slabs: readonly Buffer[], uncopied: number): void {
    this.#onGarbage(uncopied);
    for (const slab of slabs) this.#free.push(slab.fill(0));
  }

  /** Leaves to the runtime what nobody has wanted since the last call. To be called every now and then. */
  trim(): void {
    this.#free.splice(0, this.#unwanted);
    this.#unwanted = this.#free.length;
  }
}
