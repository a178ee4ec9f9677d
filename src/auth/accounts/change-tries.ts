/** Tries of the code to the new address of a change: an address block has five of each code, on all nodes together. */

import type { KeyObject } from 'node:crypto';
import { addressBlock } from '#rules/address-block.ts';
import type { LetterBudgetStore } from '#store/sessions/letter-budget.ts';
import type { OneTime } from '#store/sessions/one-time.ts';
import { namesOf } from '../letters/counted-names.ts';
import { CountedRows } from '../letters/counted-rows.ts';

/** Tries of one block, for as long as a code lives at most. */
const OF_BLOCK = [{ most: 5, ms: 86_400_000 }];

export type ChangeTriesOptions = {
  store: LetterBudgetStore;
  /** Hash block and code: the first for new counts; those of all of them hold. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  now: () => number;
};

export class ChangeTries {
  readonly #keys: readonly KeyObject[];
  readonly #rows: CountedRows;

  constructor(options: ChangeTriesOptions) {
    this.#keys = options.keys;
    this.#rows = new CountedRows(options);
  }

  /**
   * Counts a try before the code is compared: a hundred at the same moment count as five.
   * @param requester IP address; undefined: not limited
   * @returns false where its block has none left
   */
  async take({ code }: OneTime, requester: string | undefined): Promise<boolean> {
    if (requester === undefined) return true;
    const names = namesOf(this.#keys, 'tries of a change', `${addressBlock(requester)} ${code}`);
    const { ms } = await this.#rows.spend([this.#rows.claim(names, OF_BLOCK)]);
    return ms === 0;
  }
}
