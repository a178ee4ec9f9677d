/** Uses by key within a window of time: counted in memory, and on PostgreSQL together with the other nodes. */

import type { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { SharedCounts } from '#store/shared-counts.ts';
import { CappedLimiter } from './capped-limiter.ts';
import { sharedLimiter } from './shared-limiter.ts';

export type CountsOptions = {
  /** Prefix of these counts' keys in the database. */
  name: string;
  /** Length of the window, which begins with a key's first use. */
  seconds: number;
  /** Most keys in memory. */
  most: number;
  /** The counts of all nodes; absent if this is the only one. */
  shared: SharedCounts | undefined;
};

export type Count = {
  /** Uses in the window, those just added included. */
  uses: number;
  /** Whole seconds until the window ends, at least 1. */
  seconds: number;
};

export class Counts {
  readonly #here: CappedLimiter;
  readonly #everywhere: RateLimiterPostgres | undefined;
  /** Uses that are not in the shared count yet. */
  readonly #pending = new Map<string, number>();

  constructor({ name, seconds, most, shared }: CountsOptions) {
    // The limiters only count: the limit itself varies.
    const options = { keyPrefix: name, points: 0, duration: seconds };
    this.#here = new CappedLimiter(options, most);
    this.#everywhere = shared && sharedLimiter(shared, options);
  }

  /** Number of counted keys. */
  get size(): number {
    return this.#here.size;
  }

  /** Adds uses before it returns, so that concurrent calls all count. @param uses negative: takes back */
  async add(key: string, uses: number): Promise<Count> {
    if (this.#everywhere) this.#pending.set(key, (this.#pending.get(key) ?? 0) + uses);
    this.#here.touch(key);
    const { consumedPoints, msBeforeNext } = await this.#here.penalty(key, uses);
    return { uses: consumedPoints, seconds: wholeSeconds(msBeforeNext) };
  }

  /**
   * Adds this node's counts to the shared ones, and continues from the sums: one write for each key, whatever the load.
   * Rejects if the database does not accept them.
   */
  async exchange(): Promise<void> {
    const shared = this.#everywhere;
    if (!shared) return;
    const batch = [...this.#pending].filter(([, uses]) => uses !== 0);
    this.#pending.clear();
    await Promise.all(batch.map(([key, uses]) => this.#addToCommon(shared, key, uses)));
  }

  async #addToCommon(shared: RateLimiterPostgres, key: string, uses: number): Promise<void> {
    const { consumedPoints, msBeforeNext } = await shared.penalty(key, uses);
    const sum = consumedPoints + (this.#pending.get(key) ?? 0);
    this.#here.touch(key);
    await this.#here.set(key, sum, wholeSeconds(msBeforeNext));
  }
}

const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
