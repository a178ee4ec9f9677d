/** Tries of the code to the new address of a change: an address block has five of each code, on all nodes together. */

import type { KeyObject } from 'node:crypto';
import { addressBlock } from '#rules/address-block.ts';
import type { LetterBudgetStore } from '#store/sessions/letter-budget.ts';
import type { OneTime } from '#store/sessions/one-time.ts';
import { namesOf } from '../letters/counted-names.ts';

/** Tries of one block. */
const MOST = 5;
/** Attempts of a compare-and-swap while others are faster: each of those has counted a try. */
const ROUNDS = MOST + 1;

export type ChangeTriesOptions = {
  store: LetterBudgetStore;
  /** The first hashes block and code. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  now: () => number;
};

export class ChangeTries {
  readonly #options: ChangeTriesOptions;

  constructor(options: ChangeTriesOptions) {
    this.#options = options;
  }

  /**
   * Counts a try before the code is compared: a hundred at the same moment count as five.
   * @param requester IP address; undefined: not limited
   * @returns false where its block has none left
   */
  async take({ code, codeUntil }: OneTime, requester: string | undefined): Promise<boolean> {
    if (requester === undefined) return true;
    const { store, keys, now } = this.#options;
    const [key] = namesOf(keys, 'tries of a change', `${addressBlock(requester)} ${code}`);
    for (let round = 0; round < ROUNDS; round++) {
      const seen = await store.find(key);
      const times = seen?.times ?? [];
      if (times.length >= MOST) return false;
      const next = { key, times: [...times, now()], forgetAt: codeUntil };
      if (await store.count(next, seen)) return true;
    }
    return false;
  }
}
