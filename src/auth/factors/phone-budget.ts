/** The limits of messages to phones: per user and per address block on all nodes together, and per node. */

import { inAnySpan, type Times } from '#limits/any-span.ts';
import { Limiter } from '#limits/limiter.ts';
import { countedBlocks } from '#rules/address-block.ts';
import { type Limit, multiplied } from '#rules/sliding-limit.ts';
import { RowLimiter, type RowLimiterOptions } from '#limits/row-limiter.ts';

const DAY_MS = 86_400_000;
export const PHONE_LIMITS = {
  /** A number gets one message a minute and six a day. */
  number: [
    { most: 1, ms: 60_000 },
    { most: 6, ms: DAY_MS },
  ],
  /** One user, for all numbers together: each message costs the operator money. */
  user: [{ most: 12, ms: DAY_MS }],
  /** One address block; wider blocks have a multiple (address-block.ts). */
  block: [{ most: 20, ms: DAY_MS }],
  /** One process. */
  node: [{ most: 200, ms: DAY_MS }],
} satisfies Record<string, readonly Limit[]>;

export class PhoneBudget {
  readonly #node: Limiter<Times>;
  readonly #rows: RowLimiter;

  constructor(options: RowLimiterOptions) {
    this.#node = new Limiter(inAnySpan(PHONE_LIMITS.node), { now: options.now });
    this.#rows = new RowLimiter(options);
  }

  /**
   * Counts one message.
   * @param from the requester's IP address; undefined: its blocks have no limit
   * @returns 0, or the seconds to wait: none was counted
   */
  async spend(phone: string, userId: string, from?: string): Promise<number> {
    const here = Math.ceil(this.#node.take() / 1000);
    if (here > 0) return here;
    let wait = 1;
    try {
      wait = await this.#spendShared(phone, userId, from);
    } finally {
      if (wait > 0) this.#node.giveBack();
    }
    return wait;
  }

  async #spendShared(phone: string, userId: string, from: string | undefined): Promise<number> {
    const blocks = from === undefined ? [] : countedBlocks(from);
    const { ms } = await this.#rows.take([
      this.#rows.claim('phone', phone, PHONE_LIMITS.number),
      this.#rows.claim('phones of', userId, PHONE_LIMITS.user),
      ...blocks.map(({ key, times }) =>
        this.#rows.claim('phones from', key, multiplied(PHONE_LIMITS.block, times)),
      ),
    ]);
    return Math.ceil(ms / 1000);
  }
}
