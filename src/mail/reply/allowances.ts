/**
 * How much an alias may send. Whoever has an alias could have forged mails sent to it, get reply addresses of strangers by them
 * and write to anybody without a name: so the fewest replies are for those who never proved that they had written.
 */

import { Allowance } from '#collections/allowance.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Replies of one alias, each recipient counted. */
const TO_NOT_PROVEN_A_DAY = 20;
const AN_HOUR = 60;
const A_DAY = 300;
/** Recipients of one owner that do not open. */
const MISSES_AN_HOUR = 5;

export type AllowancesOptions = {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** False only for load tests. */
  limits: boolean;
};

export class ReplyAllowances {
  readonly #toNotProven: Allowance;
  readonly #hourly: Allowance;
  readonly #daily: Allowance;
  readonly #misses: Allowance;

  constructor({ now, limits }: AllowancesOptions) {
    const times = (limit: number) => (limits ? limit : Number.POSITIVE_INFINITY);
    this.#toNotProven = new Allowance(times(TO_NOT_PROVEN_A_DAY), DAY_MS, now);
    this.#hourly = new Allowance(times(AN_HOUR), HOUR_MS, now);
    this.#daily = new Allowance(times(A_DAY), DAY_MS, now);
    this.#misses = new Allowance(times(MISSES_AN_HOUR), HOUR_MS, now);
  }

  /**
   * Counts one reply to one correspondent, before it is sent.
   * @param isProven whether the correspondent is, by the reply address
   * @returns whether it may go; where it may not nothing is counted, and the owner's server hears 451 4.7.1
   */
  take(alias: string, isProven: boolean): boolean {
    const counters = this.#of(isProven);
    if (counters.some((counter) => counter.isSpent(alias))) return false;
    for (const counter of counters) counter.spend(alias);
    return true;
  }

  /** A reply that was counted is to be sent again later, as the correspondent's server asks: it counts then. */
  giveBack(alias: string, isProven: boolean): void {
    for (const counter of this.#of(isProven)) counter.giveBack(alias);
  }

  /** A recipient of a proven owner did not open. @param owner the real address, in its canonical spelling */
  missed(owner: string): void {
    this.#misses.spend(owner);
  }

  /** Whether an owner has guessed too often to be answered by more than 451 4.7.1 within the hour. */
  isGuessing(owner: string): boolean {
    return this.#misses.isSpent(owner);
  }

  #of(isProven: boolean): readonly Allowance[] {
    const all = [this.#hourly, this.#daily];
    return isProven ? all : [this.#toNotProven, ...all];
  }
}
