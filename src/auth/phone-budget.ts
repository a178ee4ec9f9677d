/** How many messages go to a phone, and for one user, on all nodes together. Both are known by a keyed hash alone. */

import type { KeyObject } from 'node:crypto';
import type { LetterBudget, LetterBudgetStore } from '#store/auth/letter-budget.ts';
import { keyedHash } from './keys.ts';

/** A number gets one message in so many milliseconds, and so many a day (in UTC). */
const PAUSE_MS = 60_000;
const A_DAY = 6;
/** One user, whatever the numbers: each message costs the operator money. */
const A_DAY_FOR_USER = 12;
const DAY_MS = 86_400_000;

export type PhoneBudgetOptions = {
  store: LetterBudgetStore;
  key: KeyObject;
  /** Milliseconds since 1970. */
  now: () => number;
};

type Limit = { address: string; pauseMs: number; aDay: number };

export class PhoneBudget {
  readonly #options: PhoneBudgetOptions;

  constructor(options: PhoneBudgetOptions) {
    this.#options = options;
  }

  /** Counts one message. @returns 0, or the seconds until one may be sent: none was counted */
  async spend(phone: string, userId: string): Promise<number> {
    const { store, key, now } = this.#options;
    const limits: Limit[] = [
      { address: keyedHash(key, `phone ${phone}`), pauseMs: PAUSE_MS, aDay: A_DAY },
      { address: keyedHash(key, `phones of ${userId}`), pauseMs: 0, aDay: A_DAY_FOR_USER },
    ];
    const at = now();
    const seen = await Promise.all(limits.map(({ address }) => store.find(address)));
    const wait = Math.max(...limits.map((limit, i) => waitOf(limit, seen[i], at)));
    if (wait > 0) return Math.ceil(wait / 1000);
    for (const [i, { address }] of limits.entries()) {
      // Somebody else was faster: both look again. At worst a message is counted that is not sent.
      if (!(await store.spend(next(address, seen[i], at), seen[i])))
        return this.spend(phone, userId);
    }
    return 0;
  }
}

const dayOf = (at: number) => Math.floor(at / DAY_MS);

/** Milliseconds. */
function waitOf({ pauseMs, aDay }: Limit, seen: LetterBudget | undefined, at: number): number {
  if (seen === undefined) return 0;
  if (seen.day === dayOf(at) && seen.today >= aDay) return (seen.day + 1) * DAY_MS - at;
  // A clock that was ahead has written a time to come: nobody waits longer than the pause.
  return Math.min(seen.last + pauseMs - at, pauseMs);
}

function next(address: string, seen: LetterBudget | undefined, at: number): LetterBudget {
  const day = dayOf(at);
  const today = seen?.day === day ? seen.today + 1 : 1;
  return { address, day, today, ignored: 0, last: at, stoppedUntil: 0 };
}
