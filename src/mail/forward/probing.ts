/**
 * Guessing at aliases: there are only 9,000 names in a domain. A client address block that names too many addresses
 * that nobody has is asked to wait, whomever it asks for then, so that it learns no more.
 *
 * What a server sends in good faith is no guess. A newsletter to an alias that was switched off names the same address
 * again and again: it counts once. A large provider has many users with old addresses, and reaches many aliases too:
 * each alias that was reached makes up for one address that was not. An alias of the guesser's own is only one.
 */

/** Different addresses that nobody has, from a block that reaches nobody either. */
const MISSES = 5;
const MISSES_MS = 600_000;
/** Different aliases reached that count. */
const REACHED = 64;
const REACHED_MS = 86_400_000;
/** Blocks remembered at once; past that the oldest is forgotten. */
const BLOCKS = 20_000;

type Block = {
  missed: Set<string>;
  missedSince: number;
  reached: Set<string>;
  reachedSince: number;
};

export class Probing {
  readonly #now: () => number;
  readonly #blocks = new Map<string, Block>();

  /** @param now milliseconds on the clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the block has guessed too often. */
  isSpent(block: string): boolean {
    const known = this.#blocks.get(block);
    if (known === undefined || known.missed.size === 0) return false;
    this.#forgetOld(known);
    return known.missed.size >= MISSES + known.reached.size;
  }

  /** The block has named an address that nobody has. */
  missed(block: string, address: string): void {
    if (this.isSpent(block)) return;
    const { missed } = this.#of(block);
    missed.add(address.toLowerCase());
  }

  /** A mail from the block has reached the mailbox of an alias. */
  reached(block: string, alias: string): void {
    const { reached } = this.#of(block);
    if (reached.size < REACHED) reached.add(alias);
  }

  #of(name: string): Block {
    const known = this.#blocks.get(name);
    if (known !== undefined) {
      this.#forgetOld(known);
      return known;
    }
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size >= BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    const now = this.#now();
    const block: Block = {
      missed: new Set(),
      missedSince: now,
      reached: new Set(),
      reachedSince: now,
    };
    this.#blocks.set(name, block);
    return block;
  }

  #forgetOld(block: Block): void {
    const now = this.#now();
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
