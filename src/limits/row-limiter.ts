/** The limiter in rows of the database, for all nodes together. Each row keeps the times of its latest uses. */

import { createHmac, type KeyObject } from 'node:crypto';
import { type Limit, mostOf, spanOf, waitOf } from '#rules/sliding-limit.ts';
import type { LetterBudgetStore, LetterCount } from '#store/sessions/letter-budget.ts';

/** Attempts of a compare-and-swap while others are faster. Each of those was counted: a limit ends this sooner. */
const ROUNDS = 100;

/**
 * Hexadecimal digits of a name: 128 bits. A name may be in a letter's return path, and survives hosts that fold case.
 */
const DIGITS = 32;

/** A row's name under each key: the first for new rows; rows under all of them hold. */
export type KeyedNames = readonly [first: string, ...earlier: string[]];

/**
 * Keyed hashes, so that the store receives no address.
 * @param kind of the row: the same text has another name in each kind
 */
export function namesOf(keys: readonly KeyObject[], kind: string, text: string): KeyedNames {
  const [first = '', ...earlier] = keys.map((key) =>
    createHmac('sha256', key).update(`${kind} ${text}`).digest('hex').slice(0, DIGITS),
  );
  return [first, ...earlier];
}

/** A row that counts uses. */
export type CountedRow = {
  /** Under every key; a use is counted under the first. */
  keys: KeyedNames;
  /** The number of stored times, and the milliseconds that each is kept. */
  most: number;
  keptMs: number;
};

/** One use in a row. */
export type Claim = CountedRow & {
  /** Milliseconds until the next use is allowed; 0: now. */
  wait: (count: LetterCount | undefined) => number;
  /** Once the last use is older, all of them are forgotten; absent: `keptMs`. */
  countedMs?: number;
  /** Earlier times are forgotten. */
  begins?: boolean;
};

type TakeOptions = {
  /** Milliseconds to wait for another reason: nothing is counted then. */
  held?: number;
  /** The first row that requires a wait decides, and once it has counted, the others count in any case. */
  inOrder?: boolean;
};

/** Milliseconds, and the row that requires them. */
type Wait<One> = { ms: number; claim?: One };

/** A count, and its row under the first key. */
type Found = { count: LetterCount | undefined; seen: LetterCount | undefined };

export type RowLimiterOptions = {
  store: LetterBudgetStore;
  /** Hash the names of rows: the first for new ones; those of all of them hold. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  now: () => number;
};

export class RowLimiter {
  readonly #store: LetterBudgetStore;
  readonly #keys: readonly KeyObject[];
  readonly #now: () => number;

  constructor({ store, keys, now }: RowLimiterOptions) {
    this.#store = store;
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * Counts one use in each of the rows, or in none of them. At worst the first rows count a use that does not happen:
   * so rows that only concern the requester come first.
   * @returns the longest wait in milliseconds, 0 if all have counted, and the row that requires it
   */
  take<One extends Claim>(
    claims: readonly One[],
    { held = 0, inOrder = false }: TakeOptions = {},
  ): Promise<Wait<One>> {
    const judge = (open: readonly One[], found: readonly Found[]) => {
      if (inOrder && open.length < claims.length) return undefined;
      const waits = open.map((claim, i) => ({ claim, ms: claim.wait(found[i]?.count) }));
      if (inOrder) return waits.find(({ ms }) => ms > 0);
      const [longest] = waits.toSorted((a, b) => b.ms - a.ms);
      if (longest !== undefined && longest.ms > 0 && longest.ms >= held) return longest;
      return held > 0 ? { ms: held } : undefined;
    };
    const next = ({ keptMs, countedMs = keptMs, begins }: One, { count }: Found) => {
      const before = begins ? [] : alive(count, countedMs, this.#now());
      return [...before, this.#now()];
    };
    return this.#swap(claims, next, judge);
  }

  /** The last use did not happen. */
  async giveBack(row: CountedRow): Promise<void> {
    await this.#swap([row], (_, { seen }) => seen?.times.slice(0, -1) ?? []);
  }

  /** Forgets the uses of a row. */
  async clear({ keys }: CountedRow): Promise<void> {
    for (const key of keys) await this.#store.clear(key);
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

  /**
   * Writes each row's next times with a compare-and-swap.
   * @param judge returns a wait if the rows that are still open must not be written
   */
  async #swap<One extends CountedRow>(
    rows: readonly One[],
    next: (row: One, found: Found) => readonly number[],
    judge?: (open: readonly One[], found: readonly Found[]) => Wait<One> | undefined,
  ): Promise<Wait<One>> {
    let open = rows;
    for (let round = 0; round < ROUNDS && open.length > 0; round++) {
      const found = await Promise.all(open.map(({ keys }) => this.find(keys)));
      const wait = judge?.(open, found);
      if (wait !== undefined) return wait;
      let done = 0;
      for (const [i, row] of open.entries()) {
        const before = found[i] ?? { count: undefined, seen: undefined };
        const times = next(row, before).slice(-row.most);
        const written = { key: row.keys[0], times, forgetAt: this.#now() + row.keptMs };
        if (!(await this.#store.count(written, before.seen))) break;
        done += 1;
      }
      // Of two requests at the same moment one was first: the other reads the uncounted rows again.
      open = open.slice(done);
    }
    return { ms: open.length > 0 ? 1000 : 0 };
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
