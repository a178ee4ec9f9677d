/** Rate limits of calls by address block; nodes on one PostgreSQL count together. */

import type { ApiOptions } from '#api/api.ts';
import { RateLimits } from '#api/limits/rate-limits.ts';
import type { NamesLeft } from '#store/names-left.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import type { Config } from './config/config.ts';
import type { Log } from './observe/log.ts';

export type CallLimits = Awaited<ReturnType<typeof openCallLimits>>;

/** @throws StoreUnavailable */
export async function openCallLimits(config: Config, names: NamesLeft, log: Log) {
  const shared = await openSharedCounts(config.databaseUrl);
  const rateLimits = config.rateLimits
    ? new RateLimits({ log, names: () => names.budget, ...(shared && { shared }) })
    : undefined;
  const ofApi: Pick<ApiOptions, 'rateLimits' | 'sharedCounts'> = {
    ...(rateLimits && { rateLimits }),
    ...(shared && { sharedCounts: shared }),
  };
  return {
    /** Empty with RATE_LIMITS=off on the embedded database. */
    ofApi,
    async close() {
      rateLimits?.close();
      await shared?.close();
    },
  };
}
