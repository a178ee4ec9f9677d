/** The number of aliases that owners make in a time: for all nodes together, under MACs. Deleted ones count. */

import { alive, RowLimiter, type RowLimiterOptions } from '#limits/row-limiter.ts';
import { foldedAddress } from '#rules/folded-address.ts';
import { mostOf } from '#rules/sliding-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const MAKING_LIMITS = {
  /** Of one owner, whatever tag the real address has. */
  owner: [
    { most: 10, ms: MINUTE_MS },
    { most: 30, ms: HOUR_MS },
    { most: 100, ms: DAY_MS },
  ],
  /** Of all owners. The second half is for owners who have made none today: a few who make many lock out no one. */
  all: [{ most: 2000, ms: HOUR_MS }],
  allAgain: [{ most: 1000, ms: HOUR_MS }],
};

const OWNER = 'made aliases owner';
const ALL = 'made aliases all';

export class MakingRate {
  readonly #now: () => number;
  readonly #rows: RowLimiter;

  constructor(options: RowLimiterOptions) {
    this.#now = options.now;
    this.#rows = new RowLimiter(options);
  }

  /**
   * Counts one.
   * @param owner the real address, checked by `isDeliverable`
   * @returns 0, or the whole seconds to wait: none was counted
   * @throws StoreUnavailable
   */
  async spend(owner: string): Promise<number> {
    const from = foldedAddress(owner);
    const { count } = await this.#rows.find(this.#rows.names(OWNER, from));
    const madeToday = alive(count, DAY_MS, this.#now()).length > 0;
    const ofAll = this.#rows.claim(ALL, '', madeToday ? MAKING_LIMITS.allAgain : MAKING_LIMITS.all);
    const { ms } = await this.#rows.take([
      this.#rows.claim(OWNER, from, MAKING_LIMITS.owner),
      { ...ofAll, most: mostOf(MAKING_LIMITS.all) },
    ]);
    return Math.ceil(ms / 1000);
  }
}
