/**
 * Limits guessing of aliases: a domain has only 9,000 names. A client address block that tries too many unknown addresses is
 * deferred, whatever address it tries then, so that it learns nothing more. So is a wider block around it.
 *
 * Legitimate messages are not guesses. A newsletter to a switched-off alias tries the same address repeatedly, which counts once.
 * A large provider has many users with old addresses, and reaches many aliases too: each reached alias makes up for one unknown
 * address. A guesser's own alias is only one.
 */

import type { AddressBlocks } from '#rules/address-block.ts';
import { Limiter } from '#limits/limiter.ts';
import { differentGuesses, type Guess } from './guesses.ts';

/** Different unknown addresses within ten minutes, from a block that has reached no alias. */
export const GUESS_LIMITS = {
  /** From a /24 or /56. */
  block: 5,
  /** From a /48. */
  site: 10,
  /** From a /16 or /32: many unrelated customers. */
  network: 100,
  /**
   * From everywhere. This alone never defers a block: beyond it, a block that has not reached an alias has one miss,
   * and a /48 two.
   */
  all: 50,
  blockInFlood: 1,
  siteInFlood: 2,
};

type Guesses = ReturnType<typeof guesses>;

/** What the engine does with guesses. */
export type GuessLimit = Pick<Probing, 'isSpent' | 'missed' | 'reached'>;

/** Guessing is not limited. */
export const NO_GUESS_LIMIT: GuessLimit = { isSpent: () => false, missed() {}, reached() {} };

export class Probing {
  readonly #blocks: Guesses;
  readonly #sites: Guesses;
  readonly #networks: Guesses;
  readonly #all: Guesses;

  /** @param now milliseconds on the clock */
  constructor(now: () => number) {
    this.#blocks = guesses(now, 20_000, 64);
    this.#sites = guesses(now, 10_000, 128);
    this.#networks = guesses(now, 1000, 640);
    this.#all = guesses(now, 1, 640);
  }

  /** Whether the block, or a wider one around it, has guessed too often. */
  isSpent({ block, site, network }: AddressBlocks): boolean {
    const flood = this.#all.wait(undefined, GUESS_LIMITS.all) > 0;
    return (
      this.#blocks.wait(block, flood ? GUESS_LIMITS.blockInFlood : GUESS_LIMITS.block) > 0 ||
      (site !== block &&
        this.#sites.wait(site, flood ? GUESS_LIMITS.siteInFlood : GUESS_LIMITS.site) > 0) ||
      this.#networks.wait(network, GUESS_LIMITS.network) > 0
    );
  }

  /** The block has tried an unknown address. */
  missed(blocks: AddressBlocks, address: string): void {
    if (this.isSpent(blocks)) return;
    this.#add(blocks, { missed: address.toLowerCase() });
  }

  /** A message from the block has reached the mailbox of an alias. */
  reached(blocks: AddressBlocks, alias: string): void {
    this.#add(blocks, { reached: alias });
  }

  #add({ block, site, network }: AddressBlocks, guess: Guess): void {
    this.#blocks.add(block, guess);
    if (site !== block) this.#sites.add(site, guess);
    this.#networks.add(network, guess);
    this.#all.add(undefined, guess);
  }
}

/** @param keys most blocks @param reached most aliases that count for one */
const guesses = (now: () => number, keys: number, reached: number) =>
  new Limiter(differentGuesses(reached), { now, keys });
