/** Limits of calls for tests: 9,000 names are left, and nothing is logged. */

import { SILENT } from '#support/silent-log.ts';
import { LIMITS } from './limits.ts';
import { RateLimits, type RateLimitsOptions } from './rate-limits.ts';

/** Three look-ups in a minute from each address block. */
export const THREE_LOOKUPS = {
  ...LIMITS,
  lookup: [{ seconds: 60, block: 3, scarce: 1, all: () => 30_000 }],
};

export const limiting = (change: Partial<RateLimitsOptions> = {}) =>
  new RateLimits({
    now: () => Date.now(),
    log: SILENT,
    names: () => ({ left: 9000, total: 9000 }),
    ...change,
  });

/** A log whose warnings are recorded. */
export function recordedWarnings() {
  const warnings: object[] = [];
  return { warnings, log: { ...SILENT, warn: (fields: object) => void warnings.push(fields) } };
}

/** The Node server's facts about a connection. */
export const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
