import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { LimiterOptions } from './shared-limiter.ts';

/**
 * A limiter in memory that knows so many keys and no more: whoever has more address blocks than that shall not fill the
 * memory. The key that was quiet for the longest time is forgotten.
 */
export class CappedLimiter extends RateLimiterMemory {
  readonly #most: number;
  /** The one used last is the last one. */
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
    const [quietest = ''] = this.#keys;
    this.#keys.delete(quietest);
    void this.delete(quietest);
  }
}
