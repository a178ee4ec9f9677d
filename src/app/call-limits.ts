/** The limits of calls by address block; nodes on one PostgreSQL count together. */

import type { ApiOptions } from '#api/api.ts';
import { RateLimits } from '#api/limits/rate-limits.ts';
import type { NamesLeft } from '#store/names-left.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import type { Config } from './config/config.ts';
import type { Log } from './observe/log.ts';

export type CallLimits = {
  /** Empty with RATE_LIMITS=off on the embedded database. */
  ofApi: Pick<ApiOptions, 'rateLimits' | 'sharedCounts'>;
  close(): Promise<void>;
};

/** @throws StoreUnavailable */
export async function openCallLimits(
  config: Config,
  names: NamesLeft,
  log: Log,
): Promise<CallLimits> {
  const shared = await openSharedCounts(config.databaseUrl);
  const rateLimits = config.rateLimits
    ? new RateLimits({ log, names: () => names.budget, ...(shared && { shared }) })
    : undefined;
  return {
    ofApi: { ...(rateLimits && { rateLimits }), ...(shared && { sharedCounts: shared }) },
    async close() {
      rateLimits?.close();
      await shared?.close();
    },
  };
}
