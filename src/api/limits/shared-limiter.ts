import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { SharedCounts } from '#store/shared-counts.ts';

export type LimiterOptions = {
  keyPrefix: string;
  /** Uses in the time. */
  points: number;
  /** In seconds. */
  duration: number;
};

/** A limiter that counts in the database that all nodes share. */
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
