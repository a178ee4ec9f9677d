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
  /** Hash numbers: the first for new counts; those of all of them hold. */
  keys: readonly KeyObject[];
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
    const { store, keys, now } = this.#options;
    const hashes = (text: string) => keys.map((key) => keyedHash(key, text));
    let open = [
      { rows: hashes(`phone ${phone}`), limits: OF_NUMBER },
      { rows: hashes(`phones of ${userId}`), limits: OF_USER },
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const at = now();
      const found = await Promise.all(
        open.map(({ rows }) => Promise.all(rows.map((row) => store.find(row)))),
      );
      // The first count under a new key begins with the times under the earlier one.
      const times = found.map((rows) => rows.find((row) => row !== undefined)?.times ?? []);
      const waits = open.map(({ limits }, i) => waitOf(times[i] ?? [], limits, at));
      const wait = Math.max(...waits);
      if (wait > 0) return Math.ceil(wait / 1000);
      let counted = 0;
      for (const [i, { rows, limits }] of open.entries()) {
        const next = {
          key: rows[0] ?? '',
          times: [...(times[i] ?? []), at].slice(-mostOf(limits)),
          forgetAt: at + spanOf(limits),
        };
        if (!(await store.count(next, found[i]?.[0]))) break;
        counted += 1;
      }
      // Where another request was faster this one reads again. At worst a message is counted that is not sent.
      open = open.slice(counted);
      if (open.length === 0) return 0;
    }
    return 1;
  }
}
