/**
 * Limits guessing of aliases: a domain has only 9,000 names. A client address block that tries too many unknown addresses is
 * deferred, whatever address it tries then, so that it learns nothing more. So is a wider block around it.
 *
 * Legitimate messages are not guesses. A newsletter to a switched-off alias tries the same address repeatedly, which counts once.
 * A large provider has many users with old addresses, and reaches many aliases too: each reached alias makes up for one unknown
 * address. A guesser's own alias is only one.
 */

import type { AddressBlocks } from '#rules/address-block.ts';
import { type Counting, Limiter } from '#limits/limiter.ts';

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

/** How long an address guessed, and an alias reached, counts. */
export const MISSES_MS = 600_000;
const REACHED_MS = 86_400_000;
/** Every block's limit is below this: further guesses need no memory. */
const MOST_MISSES = 100;

type Guesses = ReturnType<typeof limiter>;

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
    this.#blocks = limiter(now, 20_000, 64);
    this.#sites = limiter(now, 10_000, 128);
    this.#networks = limiter(now, 1000, 640);
    this.#all = limiter(now, 1, 640);
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
const limiter = (now: () => number, keys: number, reached: number) =>
  new Limiter(differentGuesses(reached), { now, keys });

/** Of one block: the addresses guessed within ten minutes, and the aliases reached within a day. */
type Counts = {
  missed: Set<string>;
  missedSince: number;
  reached: Set<string>;
  reachedSince: number;
};

/** An unknown address, or an alias whose mailbox accepted a message. */
type Guess = { missed: string } | { reached: string };

/** Different values count, once each. @param most different aliases that count for one block */
function differentGuesses(most: number): Counting<Counts, Guess> {
  return {
    begin: (now) => ({
      missed: new Set(),
      missedSince: now,
      reached: new Set(),
      reachedSince: now,
    }),
    /** @param misses of a block, plus one for each alias that it has reached */
    wait(guesses, now, misses = 0) {
      if (guesses.missed.size === 0) return 0;
      forgetOld(guesses, now);
      const { missed, missedSince, reached } = guesses;
      return missed.size < misses + reached.size ? 0 : missedSince + MISSES_MS - now;
    },
    add(guesses, now, guess) {
      forgetOld(guesses, now);
      const { missed, reached } = guesses;
      if (guess === undefined) return;
      if ('reached' in guess) {
        if (reached.size < most) reached.add(guess.reached);
      } else if (missed.size < MOST_MISSES + reached.size) missed.add(guess.missed);
    },
  };
}

function forgetOld(guesses: Counts, now: number): void {
  if (now - guesses.missedSince >= MISSES_MS) {
    guesses.missed.clear();
    guesses.missedSince = now;
  }
  if (now - guesses.reachedSince >= REACHED_MS) {
    guesses.reached.clear();
    guesses.reachedSince = now;
  }
}
