/** Pooled memory for messages: without the pool only the garbage collector would free it. */

/**
 * A message's first slab: most messages fit into it. In the runtime's own pool a short message kept a slab of 64 KiB alive,
 * which moved to the old generation: 50 MiB more, and 8 % more CPU, with 100 sessions of 2 KB.
 */
export const FIRST_SLAB_OCTETS = 4096;
export const SLAB_OCTETS = 65_536;

/** glibc's dynamic threshold for mmap never rises above this (mallopt(3), M_MMAP_THRESHOLD). Pages of unused slabs take no memory. */
const CHUNK_OCTETS = 33_554_432;

type Chunk = {
  memory: Buffer;
  free: Buffer[];
  /** The number of octets already cut into slabs. */
  cut: number;
  /** Slabs in use. */
  used: number;
  /** Whether a slab was in use since the last trim. */
  isWanted: boolean;
};

/**
 * Memory in slabs of one size, cut from large chunks. glibc maps a chunk of 32 MiB separately, so its pages return to the
 * system as soon as it is released. Separate slabs of 64 KiB each stayed in the process's heap for good.
 */
export class Arena {
  readonly #octets: number;
  #chunks: Chunk[] = [];
  readonly #chunkOf = new Map<ArrayBufferLike, Chunk>();
  /** No chunk before this one has a free slab. */
  #first = 0;

  /** @param octets of a slab; a divisor of 32 MiB */
  constructor(octets: number) {
    this.#octets = octets;
  }

  /** @returns a slab of the oldest chunk that has a free one, so that the younger chunks become free */
  take(): Buffer {
    for (; this.#first < this.#chunks.length; this.#first++) {
      const slab = this.#takeFrom(this.#chunks[this.#first]);
      if (slab !== undefined) return slab;
    }
    const memory = Buffer.allocUnsafeSlow(CHUNK_OCTETS);
    const chunk = { memory, free: [], cut: 0, used: 0, isWanted: true };
    this.#chunks.push(chunk);
    this.#chunkOf.set(memory.buffer, chunk);
    return this.take();
  }

  /** @param slab that `take` returned; it must not be used any more */
  give(slab: Buffer): void {
    const chunk = this.#chunkOf.get(slab.buffer);
    if (chunk === undefined) return;
    chunk.free.push(slab);
    chunk.used -= 1;
    this.#first = Math.min(this.#first, this.#chunks.indexOf(chunk));
  }

  /** Returns to the system all chunks of which no slab was in use since the last call. */
  trim(): void {
    this.#release(this.#chunks.filter(({ used, isWanted }) => used === 0 && !isWanted));
    for (const chunk of this.#chunks) chunk.isWanted = chunk.used > 0;
  }

  /** Returns to the system all chunks without a slab in use. */
  close(): void {
    this.#release(this.#chunks.filter(({ used }) => used === 0));
  }

  #release(unused: readonly Chunk[]): void {
    for (const { memory } of unused) {
      this.#chunkOf.delete(memory.buffer);
      // Released explicitly: a garbage collection would come later, and never in an idle process.
      if (memory.buffer instanceof ArrayBuffer) memory.buffer.transfer(0);
    }
    this.#chunks = this.#chunks.filter((chunk) => !unused.includes(chunk));
    this.#first = 0;
  }

  #takeFrom(chunk: Chunk | undefined): Buffer | undefined {
    if (chunk === undefined) return undefined;
    let slab = chunk.free.pop();
    if (slab === undefined && chunk.cut < CHUNK_OCTETS) {
      slab = chunk.memory.subarray(chunk.cut, (chunk.cut += this.#octets));
    }
    if (slab === undefined) return undefined;
    chunk.used += 1;
    chunk.isWanted = true;
    return slab;
  }
}

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
   * Takes the slabs of a message back and wipes them. They must not be read or written after that.
   * @param filled octets written to the last one; the others are full
   */
  give(slabs: readonly Buffer[], filled: number): void {
    const last = slabs.at(-1);
    for (const slab of slabs) {
      slab.fill(0, 0, slab === last ? filled : undefined);
      (slab.length === FIRST_SLAB_OCTETS ? this.#first : this.#further).give(slab);
    }
  }

  /** Releases memory that was unused since the last call. Call it periodically. */
  trim(): void {
    this.#first.trim();
    this.#further.trim();
  }

  /** Releases all memory that no message uses. */
  close(): void {
    this.#first.close();
    this.#further.close();
  }
}
