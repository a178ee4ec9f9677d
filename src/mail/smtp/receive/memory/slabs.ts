/** Pooled memory for messages: without the pool, memory would be freed only by the garbage collector. */

import { Arena } from './arena.ts';

/**
 * A message's first slab: much mail fits into it whole. In the runtime's own pool a short message held a slab of 64 KiB,
 * which went to the old generation with it: 50 MiB more, and 8 % more CPU, with 100 sessions of 2 KB.
 */
export const FIRST_SLAB_OCTETS = 4096;
export const SLAB_OCTETS = 65_536;

export class Slabs {
  readonly #first = new Arena(FIRST_SLAB_OCTETS);
  readonly #further = new Arena(SLAB_OCTETS);

  /** Memory for the first octets of a message. */
  takeFirst(): Buffer {
    return this.#first.take();
  }

  /** Memory for more octets of a message. */
  take(): Buffer {
    return this.#further.take();
  }

  /**
   * Takes the slabs of a message back. Their content is wiped, and nobody may read or write them any more.
   * @param filled octets written to the last one; the others are full
   */
  give(slabs: readonly Buffer[], filled: number): void {
    const last = slabs.at(-1);
    for (const slab of slabs) {
      slab.fill(0, 0, slab === last ? filled : undefined);
      (slab.length === FIRST_SLAB_OCTETS ? this.#first : this.#further).give(slab);
    }
  }

  /** Releases memory that was unused since the last call. To be called now and then. */
  trim(): void {
    this.#first.trim();
    this.#further.trim();
  }
}
