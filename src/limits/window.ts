/** Counting within windows of time: a key's window begins with its first use. */

import type { Limit } from '#rules/sliding-limit.ts';
import { type Counting, Limiter, type LimiterOptions } from './limiter.ts';

export type Window = { uses: number /** Its end, in milliseconds on the clock. */; until: number };

/** @param most uses in `ms` milliseconds; Infinity: no limit */
export function inWindow({ most: usual, ms }: Limit): Counting<Window> {
  return {
    begin: (now) => ({ uses: 0, until: now + ms }),
    isOver: ({ until }, now) => until <= now,
    wait: ({ uses, until }, now, most = usual) => (uses < most ? 0 : until - now),
    add(window, _, use = 1) {
      window.uses += use;
    },
    giveBack(window, use = 1) {
      window.uses = Math.max(0, window.uses - use);
    },
  };
}

/** Replaces the number of a limit that is off. */
export const UNLIMITED = { most: Number.POSITIVE_INFINITY };

/** A limit in memory that counts within windows. */
export type WindowLimiter = Limiter<Window>;

export const windowLimiter = (limit: Limit, options: LimiterOptions): WindowLimiter =>
  new Limiter(inWindow(limit), options);

/** Whole seconds of a wait, at least 1. */
export const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
