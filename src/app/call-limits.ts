/** Rate limits of calls by address block; nodes on one PostgreSQL count together. */

import type { ApiOptions } from '#api/api.ts';
import { RateLimits } from '#api/limits/rate-limits.ts';
import type { NamesLeft } from '#store/names-left.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import type { Config } from './config/config.ts';
import type { Log } from './observe/log.ts';

/** Interval between deletions of windows that are over, and the time for which they stay; in milliseconds. */
const FORGET_MS = 300_000;
const KEPT_MS = 3_600_000;

export type CallLimits = Awaited<ReturnType<typeof openCallLimits>>;

/** @throws StoreUnavailable */
export async function openCallLimits(config: Config, names: NamesLeft, log: Log) {
  const shared = await openSharedCounts(config.databaseUrl);
  const rateLimits = config.rateLimits
    ? new RateLimits({ log, names: () => names.budget, now: Date.now, ...(shared && { shared }) })
    : undefined;
  const forget = () => shared?.forget(Date.now() - KEPT_MS);
  // Not critical: the next time deletes them, too.
  const timer = shared && setInterval(() => void forget()?.catch(() => {}), FORGET_MS).unref();
  const ofApi: Pick<ApiOptions, 'rateLimits' | 'sharedCounts'> = {
    ...(rateLimits && { rateLimits }),
    ...(shared && { sharedCounts: shared }),
  };
  return {
    /** Empty with RATE_LIMITS=off on the embedded database. */
    ofApi,
    async close() {
      clearInterval(timer);
      rateLimits?.close();
      await shared?.close();
    },
  };
}
