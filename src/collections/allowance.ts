/** A rate limit by key and time window: messages for an alias, replies from one, bounces for a sender. */

import { BoundedMap } from './bounded-map.ts';

/** Most counted keys; past that the oldest window is dropped. */
const MOST_KEYS = 100_000;

export class Allowance {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #windows = new BoundedMap<string, { since: number; spent: number }>(MOST_KEYS);

  /** @param limit times within `windowMs` milliseconds; Infinity: no limit */
  constructor(limit: number, windowMs: number, now: () => number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** Whether this key has used up its limit. */
  isSpent(key: string): boolean {
    return (this.#current(key)?.spent ?? 0) >= this.#limit;
  }

  /** Counts one. @returns whether it was still allowed */
  spend(key: string): boolean {
    const window = this.#current(key) ?? this.#begin(key);
    window.spent += 1;
    return window.spent <= this.#limit;
  }

  /** Takes one use back in the current window. */
  giveBack(key: string): void {
    const window = this.#current(key);
    if (window !== undefined) window.spent = Math.max(0, window.spent - 1);
  }

  #current(key: string): { since: number; spent: number } | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && this.#now() - window.since < this.#windowMs ? window : undefined;
  }

  #begin(key: string): { since: number; spent: number } {
    const window = { since: this.#now(), spent: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
