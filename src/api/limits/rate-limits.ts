/** How often one address block may make each call. Counted in memory, and on PostgreSQL together with the other nodes. */

import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressBlock } from '#rules/address-block.ts';
import type { Log } from '#store/log.ts';
import type { SharedCounts } from '#store/postgres/shared-counts.ts';
import { CALLS, type Call } from '../call.ts';
import { CappedLimiter } from './capped-limiter.ts';
import { sharedLimiter } from './shared-limiter.ts';

/** Uses in a time; generous for an office behind one address, slow for who tries names one by one. */
export const LIMITS: Record<Call, { uses: number; seconds: number }> = {
  lookup: { uses: 120, seconds: 60 },
  // Ten candidates are tried for one alias at worst.
  exists: { uses: 200, seconds: 60 },
  create: { uses: 60, seconds: 3600 },
  switch: { uses: 120, seconds: 60 },
  test_mail: { uses: 20, seconds: 60 },
  none: { uses: 120, seconds: 60 },
};

/** How often the counts of all nodes are brought together, in milliseconds. */
const EXCHANGE_MS = 1000;

/** Address blocks that are known at once, of each call: a few megabytes in all. */
const MOST_BLOCKS = 20_000;

export type RateLimitsOptions = {
  log: Log;
  /** The counts of all nodes; absent where this is the only one. */
  shared?: SharedCounts;
  limits?: typeof LIMITS;
  mostBlocks?: number;
};

type Limit = {
  memory: CappedLimiter;
  shared: RateLimiterPostgres | undefined;
  /** Uses by block that the other nodes have not heard of yet. */
  untold: Map<string, number>;
};

export class RateLimits {
  readonly #limits = new Map<Call, Limit>();
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor({ log, shared, limits = LIMITS, mostBlocks = MOST_BLOCKS }: RateLimitsOptions) {
    this.#log = log;
    for (const call of CALLS) {
      const { uses, seconds } = limits[call];
      const options = { keyPrefix: call, points: uses, duration: seconds };
      this.#limits.set(call, {
        memory: new CappedLimiter(options, mostBlocks),
        shared: shared && sharedLimiter(shared, options),
        untold: new Map(),
      });
    }
    if (shared) this.#timer = setInterval(() => void this.exchange(), EXCHANGE_MS).unref();
  }

  /** Counts one use. @returns 0, or the whole seconds to wait, at least 1 */
  async take(call: Call, address: string): Promise<number> {
    const limit = this.#limits.get(call);
    if (!limit) return 0;
    const block = addressBlock(address);
    if (limit.shared) limit.untold.set(block, (limit.untold.get(block) ?? 0) + 1);
    await limit.memory.touch(block);
    try {
      await limit.memory.consume(block);
      return 0;
    } catch (verdict) {
      if (!(verdict instanceof RateLimiterRes)) throw verdict;
      return Math.max(1, Math.ceil(verdict.msBeforeNext / 1000));
    }
  }

  /** How many address blocks are kept count of. */
  blocksKnown(call: Call): number {
    return this.#limits.get(call)?.memory.size ?? 0;
  }

  /**
   * Adds this node's uses to the common count, and blocks here who has used up the limit at all nodes together. One
   * write per block and second, whatever the load; so a limit is exceeded by a second's uses at most.
   */
  async exchange(): Promise<void> {
    for (const { memory, shared, untold } of this.#limits.values()) {
      const uses = [...untold];
      untold.clear();
      if (!shared) continue;
      try {
        await Promise.all(uses.map(([block, count]) => tell(memory, shared, block, count)));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#log.warn({ reason }, 'the limits of this node are not shared at the moment');
      }
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

async function tell(
  memory: CappedLimiter,
  shared: RateLimiterPostgres,
  block: string,
  count: number,
): Promise<void> {
  const { consumedPoints, msBeforeNext } = await shared.penalty(block, count);
  if (consumedPoints > shared.points) await memory.block(block, Math.ceil(msBeforeNext / 1000));
}
