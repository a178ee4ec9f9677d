import { RateLimiterMemory } from 'rate-limiter-flexible';
import { BoundedMap } from '#collections/bounded-map.ts';
import type { LimiterOptions } from './shared-limiter.ts';

/**
 * A limiter in memory with a bounded number of keys, so that a client with very many address blocks cannot fill the memory.
 * The least recently used key is evicted (LRU).
 */
export class CappedLimiter extends RateLimiterMemory {
  readonly #keys: BoundedMap<string, true>;

  constructor(options: LimiterOptions, most: number) {
    super(options);
    this.#keys = new BoundedMap(most);
  }

  /** Number of counted keys. */
  get size(): number {
    return this.#keys.size;
  }

  /** Must be called before a key is used. */
  touch(key: string): void {
    const dropped = this.#keys.set(key, true);
    if (dropped !== undefined) void this.delete(dropped);
  }
}
