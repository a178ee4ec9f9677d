/** The limits of messages to a phone, and for one user, on all nodes together. Both are stored as keyed hashes. */

import type { KeyObject } from 'node:crypto';
import { type Limit, mostOf, spanOf, waitOf } from '#rules/sliding-limit.ts';
import type { LetterBudgetStore } from '#store/auth/letter-budget.ts';
import { keyedHash } from './keys.ts';

const DAY_MS = 86_400_000;
/** A number gets one message a minute and six a day. */
const OF_NUMBER: readonly Limit[] = [
  { most: 1, ms: 60_000 },
  { most: 6, ms: DAY_MS },
];
/** One user, for all numbers together: each message costs the operator money. */
const OF_USER: readonly Limit[] = [{ most: 12, ms: DAY_MS }];
/** Attempts of a compare-and-swap while others are faster. Each of those was counted: a limit ends this sooner. */
const ROUNDS = 20;

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
  async spend(phone: string, userId: string): Promise<number> {
    const { store, key, now } = this.#options;
    const claims = [
      { key: keyedHash(key, `phone ${phone}`), limits: OF_NUMBER },
      { key: keyedHash(key, `phones of ${userId}`), limits: OF_USER },
    ];
    let open = claims;
    for (let round = 0; round < ROUNDS; round++) {
      const at = now();
      const seen = await Promise.all(open.map((claim) => store.find(claim.key)));
      const waits = open.map(({ limits }, i) => waitOf(seen[i]?.times ?? [], limits, at));
      const wait = Math.max(...waits);
      if (wait > 0) return Math.ceil(wait / 1000);
      let counted = 0;
      for (const [i, claim] of open.entries()) {
        const times = [...(seen[i]?.times ?? []), at].slice(-mostOf(claim.limits));
        const row = { key: claim.key, times, forgetAt: at + spanOf(claim.limits) };
        if (!(await store.count(row, seen[i]))) break;
        counted += 1;
      }
      // Where another request was faster this one reads again. At worst a message is counted that is not sent.
      open = open.slice(counted);
      if (open.length === 0) return 0;
    }
    return 1;
  }
}
