/** Rows that count letters or messages to phones, for all nodes together: a compare-and-swap each. */

import type { KeyObject } from 'node:crypto';
import { type Limit, mostOf, spanOf, waitOf } from '#rules/sliding-limit.ts';
import type { LetterBudgetStore, LetterCount } from '#store/sessions/letter-budget.ts';
import { type KeyedNames, namesOf } from './counted-names.ts';

/** Attempts of a compare-and-swap while others are faster. Each of those was counted: a limit ends this sooner. */
const ROUNDS = 100;

/** One row that counts an event. */
export type Claim = {
  /** Under every key; the event is counted under the first. */
  keys: KeyedNames;
  /** Milliseconds until the next event is allowed; 0: now. */
  wait: (count: LetterCount | undefined) => number;
  /** The number of stored times, and the milliseconds that each is kept. */
  most: number;
  keptMs: number;
  /** Earlier times are forgotten. */
  begins?: boolean;
};

/** A count, and its row under the first key. */
export type Found = { count: LetterCount | undefined; seen: LetterCount | undefined };

export type CountedRowsOptions = {
  store: LetterBudgetStore;
  /** Hash the names of rows: the first for new ones; those of all of them hold. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  now: () => number;
};

export class CountedRows {
  readonly #store: LetterBudgetStore;
  readonly #keys: readonly KeyObject[];
  readonly #now: () => number;

  constructor({ store, keys, now }: CountedRowsOptions) {
    this.#store = store;
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * Counts one event in each of the rows, or in none of them. At worst the first rows count an event that does not
   * happen: so rows that only concern the requester come first.
   * @param held milliseconds to wait for another reason: nothing is counted then
   * @returns the longest wait in milliseconds, 0 if all have counted, and the row that requires it
   */
  async spend<One extends Claim>(
    claims: readonly One[],
    held = 0,
  ): Promise<{ ms: number; claim?: One }> {
    let open = claims;
    for (let round = 0; round < ROUNDS; round++) {
      const found = await Promise.all(open.map(({ keys }) => this.find(keys)));
      const waits = open.map((claim, i) => ({ claim, ms: claim.wait(found[i]?.count) }));
      const [longest] = waits.toSorted((a, b) => b.ms - a.ms);
      if (longest !== undefined && longest.ms > 0 && longest.ms >= held) return longest;
      if (held > 0) return { ms: held };
      let done = 0;
      for (const [i, { keys, most, keptMs, begins }] of open.entries()) {
        const before = begins ? [] : alive(found[i]?.count, keptMs, this.#now());
        const times = [...before, this.#now()].slice(-most);
        const next = { key: keys[0], times, forgetAt: this.#now() + keptMs };
        if (!(await this.#store.count(next, found[i]?.seen))) break;
        done += 1;
      }
      // Of two requests at the same moment one was first: the other reads the uncounted rows again.
      open = open.slice(done);
      if (open.length === 0) return { ms: 0 };
    }
    return { ms: 1000 };
  }

  /** A new first key must not forget that readers of addresses declined letters, or that they are owners. */
  async find(keys: KeyedNames): Promise<Found> {
    const rows = await Promise.all(keys.map((key) => this.#store.find(key)));
    const known = rows.filter((row) => row !== undefined);
    if (known.length === 0) return { count: undefined, seen: undefined };
    const count: LetterCount = {
      key: keys[0],
      // The first count under a new key began with the times under the earlier one.
      times: known.find(({ times }) => times.length > 0)?.times ?? [],
      used: known.some(({ used }) => used),
      stoppedUntil: Math.max(...known.map(({ stoppedUntil }) => stoppedUntil)),
    };
    return { count, seen: rows[0] };
  }

  /** The names of the row that counts for this text. */
  names(kind: string, text: string): KeyedNames {
    return namesOf(this.#keys, kind, text);
  }

  /** A row with only these limits. */
  claim(kind: string, text: string, limits: readonly Limit[]): Claim {
    const keptMs = spanOf(limits);
    const wait = (count: LetterCount | undefined) =>
      waitOf(alive(count, keptMs, this.#now()), limits, this.#now());
    return { keys: this.names(kind, text), wait, most: mostOf(limits), keptMs };
  }
}

/** The times that still count; none if the last one is older than the longest limit. */
export function alive(
  count: LetterCount | undefined,
  keptMs: number,
  now: number,
): readonly number[] {
  const times = count?.times ?? [];
  return (times.at(-1) ?? 0) > now - keptMs ? times : [];
}
