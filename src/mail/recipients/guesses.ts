/** The addresses that each of many blocks has guessed at within ten minutes, and the aliases that it has reached within a day. */

import { BoundedMap } from '#collections/bounded-map.ts';

const MISSES_MS = 600_000;
const REACHED_MS = 86_400_000;
/** No block's limit is above this: further guesses need no memory. */
const MOST_MISSES = 100;

export type GuessesOptions = {
  /** Milliseconds on the clock. */
  now: () => number;
  /** Most blocks that are counted at once; past that the oldest is dropped. */
  keys: number;
  /** Different aliases reached by one block that count. */
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

  /** Whether the block has missed as often as `misses`, and once more for each alias that it has reached. */
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
