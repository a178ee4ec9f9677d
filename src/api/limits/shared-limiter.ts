import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { SharedCounts } from '#store/shared-counts.ts';

export type LimiterOptions = {
  keyPrefix: string;
  /** Uses within `duration`. */
  points: number;
  /** In seconds. */
  duration: number;
};

/** A limiter that counts in the shared database. */
export function sharedLimiter(
  { client, tableName }: SharedCounts,
  options: LimiterOptions,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...options,
    storeClient: client,
    storeType: 'pool',
    tableName,
    tableCreated: true,
  });
}
