/** The figures of the rate limits. The reasons for them: docs/decisions/rate-limits.md */

import type { Call } from '../call.ts';

/** Names of aliases, of all domains together. */
export type NameCounts = { left: number; total: number };

export type CallLimit = {
  /** Length of the window. */
  seconds: number;
  /** Uses of one block (/24, /56). Wider ones have a multiple of it (rules/address-block.ts). */
  block: number;
  /** Uses of one block while more than half of the common limit is used up: the rest is kept for later blocks. */
  scarce: number;
  /** Uses of all blocks together. */
  all: (names: NameCounts) => number;
  /** A call that does little, such as a rejected one, counts a tenth for all callers together. */
  tenths?: true;
};

/** Existence checks that belong to one creation: the attempts of the product specification, section 5. */
export const CHECKS_PER_CREATION = 10;

const HOUR = 3600;
const DAY = 86_400;

/** A fraction of the names, but at least `least`, so that a small name space can be used at all. */
const part = (names: number, divisor: number, least: number) =>
  Math.max(least, Math.floor(names / divisor));

/** Several limits apply at once. */
export const LIMITS: Record<Call, readonly CallLimit[]> = {
  create: [
    { seconds: HOUR, block: 60, scarce: 1, all: ({ left }) => part(left, 20, 12) },
    { seconds: DAY, block: 200, scarce: 2, all: ({ left }) => part(left, 8, 50) },
  ],
  // A creation gives its checks back: this limit is for visitors before a creation, or without one.
  exists: [
    { seconds: HOUR, block: 20, scarce: 10, all: ({ total }) => part(total, 10, 200) },
    { seconds: DAY, block: 100, scarce: 20, all: ({ total }) => part(total, 4, 500) },
  ],
  lookup: [{ seconds: 60, block: 120, scarce: 20, all: () => 30_000 }],
  switch: [{ seconds: 60, block: 120, scarce: 20, all: () => 6000 }],
  test_mail: [
    { seconds: 60, block: 20, scarce: 2, all: () => 100 },
    { seconds: DAY, block: 100, scarce: 5, all: ({ total }) => part(total, 4, 500) },
  ],
  state: [{ seconds: 60, block: 120, scarce: 20, all: () => 6000 }],
  history: [{ seconds: 60, block: 60, scarce: 10, all: () => 6000 }],
  // A download reads all tables, and a deletion is final.
  owner: [{ seconds: 60, block: 20, scarce: 5, all: () => 1000 }],
  // Mailbox providers click for many of their users from few addresses.
  off: [{ seconds: 60, block: 300, scarce: 60, all: () => 6000 }],
  // A token is refreshed once an hour; a code can be tried five times at most, by all callers together. A flood of
  // refused requests must not stop the letters and codes of others.
  auth_token: [{ seconds: 300, block: 150, scarce: 50, all: () => 60_000, tenths: true }],
  auth_verify: [{ seconds: 300, block: 30, scarce: 10, all: () => 6000, tenths: true }],
  auth_letter: [{ seconds: 300, block: 30, scarce: 5, all: () => 3000, tenths: true }],
  auth_factor: [{ seconds: 60, block: 30, scarce: 10, all: () => 3000, tenths: true }],
  auth_browser: [{ seconds: 300, block: 60, scarce: 20, all: () => 6000 }],
  auth_other: [{ seconds: 60, block: 120, scarce: 20, all: () => 30_000 }],
  key_create: [{ seconds: 60, block: 60, scarce: 20, all: () => 6000 }],
  key_list: [{ seconds: 60, block: 240, scarce: 60, all: () => 30_000 }],
  key_change: [{ seconds: 60, block: 120, scarce: 20, all: () => 6000 }],
  // Only wrong keys count, and only their own response is 429: no one is locked out by them.
  key_wrong: [{ seconds: 300, block: 20, scarce: 5, all: () => 3000 }],
  none: [{ seconds: 60, block: 120, scarce: 20, all: () => 30_000 }],
};
