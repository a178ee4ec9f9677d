/** How many messages a phone number gets, on all nodes together. It is known by a keyed hash alone. */

import type { KeyObject } from 'node:crypto';
import type { LetterBudgetStore } from '#store/auth/letter-budget.ts';
import { keyedHash } from './keys.ts';

/** One message in so many milliseconds. */
const PAUSE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Messages of one day, in UTC. */
const A_DAY = 6;

export type PhoneBudgetOptions = {
  store: LetterBudgetStore;
  key: KeyObject;
  /** Milliseconds since 1970. */
  now: () => number;
};

export class PhoneBudget {
  readonly #options: PhoneBudgetOptions;

  constructor(options: PhoneBudgetOptions) {
    this.#options = options;
  }

  /** Counts one message. @returns 0, or the seconds until one may be sent: none was counted */
  async spend(phone: string): Promise<number> {
    const { store, key, now } = this.#options;
    const address = keyedHash(key, `phone ${phone}`);
    for (;;) {
      const seen = await store.find(address);
      const at = now();
      const day = Math.floor(at / DAY_MS);
      const today = seen?.day === day ? seen.today : 0;
      const pause = (seen?.last ?? 0) + PAUSE_MS - at;
      const wait = today >= A_DAY ? (day + 1) * DAY_MS - at : pause;
      if (wait > 0) return Math.ceil(wait / 1000);
      const next = { address, day, today: today + 1, ignored: 0, last: at, stoppedUntil: 0 };
      if (await store.spend(next, seen)) return 0;
    }
  }
}
