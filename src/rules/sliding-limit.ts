/** Limits that hold in every span of time, from any start. */

/** At most this many events in any span of this many milliseconds. */
export type Limit = { most: number; ms: number };

/**
 * Milliseconds until one more event is allowed; 0: now.
 * @param times of earlier events, oldest first
 */
export function waitOf(times: readonly number[], limits: readonly Limit[], now: number): number {
  const waits = limits.map(({ most, ms }) => {
    const reached = times.at(-most);
    // A clock that was ahead may have stored a future time: the wait is never longer than the limit's span.
    return reached === undefined ? 0 : Math.min(reached + ms - now, ms);
  });
  return Math.max(0, ...waits);
}

/** The same for a wider key. */
export const multiplied = (limits: readonly Limit[], times: number): Limit[] =>
  limits.map(({ most, ms }) => ({ most: most * times, ms }));

/** The number of times that must be known to judge all of them. */
export const mostOf = (limits: readonly Limit[]) => Math.max(0, ...limits.map(({ most }) => most));

/** The longest span of them, in milliseconds. */
export const spanOf = (limits: readonly Limit[]) => Math.max(0, ...limits.map(({ ms }) => ms));
