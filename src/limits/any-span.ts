/** Counting in any span of time, from any start: the times of the latest uses are kept. */

import { type Limit, spanOf, waitOf } from '#rules/sliding-limit.ts';
import type { Counting } from './limiter.ts';

/** The times of the uses, oldest first. */
export type Times = { times: number[] };

/** Several uses at once are allowed if one is. */
export function inAnySpan(limits: readonly Limit[]): Counting<Times> {
  const keptMs = spanOf(limits);
  return {
    begin: () => ({ times: [] }),
    wait: ({ times }, now) => waitOf(times, limits, now),
    add(state, now, uses = 1) {
      state.times = state.times.filter((time) => time > now - keptMs);
      state.times.push(...Array<number>(uses).fill(now));
    },
    giveBack(state, uses = 1) {
      state.times.length = Math.max(0, state.times.length - uses);
    },
  };
}

/** Whether more than half of a limit is used now. */
export const isHalfUsed = (times: readonly number[], limits: readonly Limit[], now: number) =>
  limits.some(({ most, ms }) => times.filter((time) => time > now - ms).length > most / 2);
