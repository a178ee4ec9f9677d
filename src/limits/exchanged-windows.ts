/** Windows that memory counts at once, and that all nodes on PostgreSQL exchange from time to time. */

import type { SharedCounts } from '#store/database.ts';
import { UNLIMITED, wholeSeconds, type WindowLimiter, windowLimiter } from './window.ts';

export type ExchangedWindowsOptions = {
  /** Prefix of these counts' keys in the database. */
  name: string;
  /** Length of the window, which begins with a key's first use. */
  seconds: number;
  /** Most keys in memory; beyond it the least recently used one is dropped. */
  most: number;
  /** The counts of all nodes; undefined if this is the only one. */
  shared: SharedCounts | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type Count = {
  /** Uses in the window, those just added included. */
  uses: number;
  /** Whole seconds until the window ends, at least 1. */
  seconds: number;
};

/** They only count: the limit itself varies. */
export class ExchangedWindows {
  readonly #options: ExchangedWindowsOptions;
  readonly #ms: number;
  readonly #here: WindowLimiter;
  /** Uses that are not in the shared count yet. */
  readonly #pending = new Map<string, number>();

  constructor(options: ExchangedWindowsOptions) {
    const { seconds, most: keys, now } = options;
    this.#options = options;
    this.#ms = seconds * 1000;
    const drops = 'least recently used';
    this.#here = windowLimiter({ ...UNLIMITED, ms: this.#ms }, { now, keys, drops });
  }

  /** Number of counted keys. */
  get size(): number {
    return this.#here.size;
  }

  /** @param uses negative: takes back */
  add(key: string, uses: number): Count {
    const { shared, now } = this.#options;
    if (shared) this.#pending.set(key, (this.#pending.get(key) ?? 0) + uses);
    const window = this.#here.add(key, uses);
    return { uses: window.uses, seconds: wholeSeconds(window.until - now()) };
  }

  /**
   * Adds this node's counts to the shared ones, and continues from the sums: one write for each key, whatever the load.
   * Rejects if the database does not accept them.
   */
  async exchange(): Promise<void> {
    const { shared } = this.#options;
    if (!shared) return;
    const batch = [...this.#pending].filter(([, uses]) => uses !== 0);
    this.#pending.clear();
    await Promise.all(batch.map(([key, uses]) => this.#addToCommon(shared, key, uses)));
  }

  async #addToCommon(shared: SharedCounts, key: string, uses: number): Promise<void> {
    const { name, now } = this.#options;
    const sum = await shared.add(`${name}:${key}`, uses, { ms: this.#ms, now: now() });
    this.#here.set(key, {
      uses: sum.uses + (this.#pending.get(key) ?? 0),
      until: now() + 1000 * wholeSeconds(sum.until - now()),
    });
  }
}
