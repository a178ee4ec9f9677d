/** Counts, for each client block, the addresses guessed within ten minutes and the aliases reached within a day. */

import { BoundedMap } from '#collections/bounded-map.ts';

const MISSES_MS = 600_000;
const REACHED_MS = 86_400_000;
/** Every block's limit is below this: further guesses need no memory. */
const MOST_MISSES = 100;

export type GuessesOptions = {
  /** Milliseconds on the clock. */
  now: () => number;
  /** The largest number of blocks counted; beyond it the oldest is dropped. */
  keys: number;
  /** The largest number of different aliases that count for one block. */
  reached: number;
};

type Block = {
  missed: Set<string>;
  missedSince: number;
  reached: Set<string>;
  reachedSince: number;
};

export class Guesses {
  readonly #options: GuessesOptions;
  readonly #blocks: BoundedMap<string, Block>;

  constructor(options: GuessesOptions) {
    this.#options = options;
    this.#blocks = new BoundedMap(options.keys);
  }

  /** Whether the block has missed at least `misses` times, plus once for each alias that it has reached. */
  isSpent(key: string, misses: number): boolean {
    const known = this.#blocks.get(key);
    if (known === undefined || known.missed.size === 0) return false;
    this.#forgetOld(known);
    return known.missed.size >= misses + known.reached.size;
  }

  missed(key: string, address: string): void {
    const { missed, reached } = this.#of(key);
    if (missed.size < MOST_MISSES + reached.size) missed.add(address);
  }

  reached(key: string, alias: string): void {
    const { reached } = this.#of(key);
    if (reached.size < this.#options.reached) reached.add(alias);
  }

  #of(key: string): Block {
    const known = this.#blocks.get(key);
    if (known !== undefined) {
      this.#forgetOld(known);
      return known;
    }
    const now = this.#options.now();
    const block: Block = {
      missed: new Set(),
      missedSince: now,
      reached: new Set(),
      reachedSince: now,
    };
    this.#blocks.set(key, block);
    return block;
  }

  #forgetOld(block: Block): void {
    const now = this.#options.now();
    if (now - block.missedSince >= MISSES_MS) {
      block.missed.clear();
      block.missedSince = now;
    }
    if (now - block.reachedSince >= REACHED_MS) {
      block.reached.clear();
      block.reachedSince = now;
    }
  }
}
