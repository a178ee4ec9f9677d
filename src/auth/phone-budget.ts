/** The limits of messages to a phone, for one user and one address block on all nodes together, and for a node. */

import type { KeyObject } from 'node:crypto';
import { countedBlocks } from '#rules/address-block.ts';
import { type Limit, mostOf, spanOf, waitOf } from '#rules/sliding-limit.ts';
import type { LetterBudgetStore } from '#store/sessions/letter-budget.ts';
import { keyedHash } from './keys.ts';
import { NodeCount } from './node-count.ts';

const DAY_MS = 86_400_000;
/** A number gets one message a minute and six a day. */
const OF_NUMBER: readonly Limit[] = [
  { most: 1, ms: 60_000 },
  { most: 6, ms: DAY_MS },
];
/** One user, for all numbers together: each message costs the operator money. */
const OF_USER: readonly Limit[] = [{ most: 12, ms: DAY_MS }];
/** One block of addresses; wider ones have a multiple (address-block.ts). */
const OF_BLOCK: Limit = { most: 20, ms: DAY_MS };
/** One process. */
const OF_NODE: readonly Limit[] = [{ most: 200, ms: DAY_MS }];
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

  readonly #node: NodeCount;

  constructor(options: PhoneBudgetOptions) {
    this.#options = options;
    this.#node = new NodeCount(OF_NODE, options.now);
  }

  /**
   * Counts one message.
   * @param from the requester's IP address; undefined: its blocks have no limit
   * @returns 0, or the seconds until one may be sent: none was counted
   */
  async spend(phone: string, userId: string, from?: string): Promise<number> {
    const here = Math.ceil(this.#node.take(1) / 1000);
    if (here > 0) return here;
    let wait = 1;
    try {
      wait = await this.#spendShared(phone, userId, from);
    } finally {
      if (wait > 0) this.#node.giveBack(1);
    }
    return wait;
  }

  async #spendShared(phone: string, userId: string, from: string | undefined): Promise<number> {
    const { store, keys, now } = this.#options;
    const hashes = (text: string) => keys.map((key) => keyedHash(key, text));
    let open = [
      { rows: hashes(`phone ${phone}`), limits: OF_NUMBER },
      { rows: hashes(`phones of ${userId}`), limits: OF_USER },
      ...(from === undefined ? [] : countedBlocks(from)).map(({ key, times }) => ({
        rows: hashes(`phones from ${key}`),
        limits: [{ ...OF_BLOCK, most: OF_BLOCK.most * times }],
      })),
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
