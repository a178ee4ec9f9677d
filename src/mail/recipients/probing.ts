/**
 * Limits guessing of aliases: a domain has only 9,000 names. A client address block that tries too many unknown addresses is
 * deferred, whatever address it tries then, so that it learns nothing more. So is a wider block around it.
 *
 * Legitimate messages are not guesses. A newsletter to a switched-off alias tries the same address repeatedly, which counts once.
 * A large provider has many users with old addresses, and reaches many aliases too: each reached alias makes up for one unknown
 * address. A guesser's own alias is only one.
 */

import type { AddressBlocks } from '#rules/address-block.ts';
import { Guesses } from './guesses.ts';

/** Different unknown addresses, within ten minutes, from a block that has reached no alias: /24 and /56. */
const MISSES = 5;
/** From a /48. */
const SITE_MISSES = 10;
/** From a /16 or /32: many unrelated customers. */
const NETWORK_MISSES = 100;
/**
 * From everywhere. This alone never defers a block: beyond it, a block that has not reached an alias has one miss, and a /48
 * two.
 */
const ALL_MISSES = 50;

const ALL = 'all';

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
    this.#blocks = new Guesses({ now, keys: 20_000, reached: 64 });
    this.#sites = new Guesses({ now, keys: 10_000, reached: 128 });
    this.#networks = new Guesses({ now, keys: 1000, reached: 640 });
    this.#all = new Guesses({ now, keys: 1, reached: 640 });
  }

  /** Whether the block, or a wider one around it, has guessed too often. */
  isSpent({ block, site, network }: AddressBlocks): boolean {
    const flood = this.#all.isSpent(ALL, ALL_MISSES);
    return (
      this.#blocks.isSpent(block, flood ? 1 : MISSES) ||
      (site !== block && this.#sites.isSpent(site, flood ? 2 : SITE_MISSES)) ||
      this.#networks.isSpent(network, NETWORK_MISSES)
    );
  }

  /** The block has tried an unknown address. */
  missed(blocks: AddressBlocks, address: string): void {
    if (this.isSpent(blocks)) return;
    for (const [guesses, key] of this.#around(blocks)) guesses.missed(key, address.toLowerCase());
  }

  /** A message from the block has reached the mailbox of an alias. */
  reached(blocks: AddressBlocks, alias: string): void {
    for (const [guesses, key] of this.#around(blocks)) guesses.reached(key, alias);
  }

  #around({ block, site, network }: AddressBlocks): [Guesses, string][] {
    const narrow: [Guesses, string][] = [[this.#blocks, block]];
    if (site !== block) narrow.push([this.#sites, site]);
    return [...narrow, [this.#networks, network], [this.#all, ALL]];
  }
}
