/**
 * The limiter in memory: counts the uses of each key, by a strategy (`Counting`). row-limiter.ts counts for all nodes
 * together, in rows of the database.
 */

import { BoundedMap } from '#collections/bounded-map.ts';

/** How the uses of one key are counted; all times are in milliseconds. */
export type Counting<State, Use = number> = {
  begin: (now: number) => State;
  /** The state no longer counts: the key begins again. */
  isOver?: (state: State, now: number) => boolean;
  /** The time until one more use is allowed; 0: now. @param most for this use, if the number varies */
  wait: (state: State, now: number, most?: number) => number;
  /** Counts, whether it is allowed or not. @param use absent: one */
  add: (state: State, now: number, use?: Use) => void;
  giveBack?: (state: State, use?: Use) => void;
};

export type LimiterOptions = {
  /** Milliseconds on a clock. */
  now: () => number;
  /** Most keys; beyond it one is dropped. */
  keys?: number;
  /** Which key is dropped: the one that began first, or the one whose last use was first (LRU). */
  drops?: 'first begun' | 'least recently used';
};

/** Most keys of a limit without its own number. */
const MOST_KEYS = 100_000;
/** The key of a limit that has only one. */
const ALL = 'all';

export class Limiter<State, Use = number> {
  readonly #counting: Counting<State, Use>;
  readonly #now: () => number;
  readonly #states: BoundedMap<string, State>;
  readonly #movesUsed: boolean;

  constructor(
    counting: Counting<State, Use>,
    { now, keys = MOST_KEYS, drops = 'first begun' }: LimiterOptions,
  ) {
    this.#counting = counting;
    this.#now = now;
    this.#states = new BoundedMap(keys);
    this.#movesUsed = drops === 'least recently used';
  }

  /** Number of counted keys. */
  get size(): number {
    return this.#states.size;
  }

  /** Counts a use if it is allowed. @returns 0, or the milliseconds to wait: it was not counted */
  take(key: string = ALL, use?: Use): number {
    const wait = this.wait(key);
    if (wait === 0) this.add(key, use);
    return wait;
  }

  /** Milliseconds until the next use is allowed; 0: now. @param most of this key, if the number varies */
  wait(key: string = ALL, most?: number): number {
    const state = this.state(key);
    return state === undefined ? 0 : this.#counting.wait(state, this.#now(), most);
  }

  /** Counts a use, whether it is allowed or not. @returns the state with it */
  add(key: string = ALL, use?: Use): State {
    const state = this.state(key) ?? this.#begin(key);
    this.#counting.add(state, this.#now(), use);
    return state;
  }

  /** A counted use did not happen. */
  giveBack(key: string = ALL, use?: Use): void {
    const state = this.state(key);
    if (state !== undefined) this.#counting.giveBack?.(state, use);
  }

  /** The state of a key that counts now. */
  state(key: string = ALL): State | undefined {
    const state = this.#states.get(key);
    if (state === undefined || this.#counting.isOver?.(state, this.#now())) return undefined;
    if (this.#movesUsed) this.#states.set(key, state);
    return state;
  }

  /** Replaces the state of a key. */
  set(key: string, state: State): void {
    this.#states.set(key, state);
  }

  #begin(key: string): State {
    const state = this.#counting.begin(this.#now());
    this.#states.set(key, state);
    return state;
  }
}

/** Counts one use in each of the limits, or in none of them. @returns 0, or the longest wait in milliseconds */
export function takeAll<State>(limits: readonly (readonly [Limiter<State>, string])[]): number {
  const wait = Math.max(0, ...limits.map(([limiter, key]) => limiter.wait(key)));
  if (wait === 0) for (const [limiter, key] of limits) limiter.add(key);
  return wait;
}
