import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { LimiterOptions } from './shared-limiter.ts';

/**
 * A limiter in memory with a bounded number of keys, so that a client with very many address blocks cannot fill the memory.
 * The least recently used key is evicted (LRU).
 */
export class CappedLimiter extends RateLimiterMemory {
  readonly #most: number;
  /** Least recently used first. */
  readonly #keys = new Set<string>();

  constructor(options: LimiterOptions, most: number) {
    super(options);
    this.#most = most;
  }

  /** How many keys are known. */
  get size(): number {
    return this.#keys.size;
  }

  /** To be called before a key is used. */
  touch(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#most) return;
    const [oldest = ''] = this.#keys;
    this.#keys.delete(oldest);
    void this.delete(oldest);
  }
}
