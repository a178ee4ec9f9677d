/**
 * How much an alias may send. Whoever has an alias could have forged mails sent to it, get reply addresses of strangers by them
 * and write to anybody without a name: so the fewest replies are for those who never proved that they had written. An owner
 * of a whole domain has as many aliases as are wanted, so these are counted for the domain and for all owners, too.
 */

import { Allowance } from '#collections/allowance.ts';
import { domainOf } from '#rules/address.ts';
import { isSharedProvider } from '../return-path/common-domains.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Replies of one alias, each recipient counted. */
const TO_NOT_PROVEN_A_DAY = 20;
/** Of all owners at one domain that is not shared by many. */
const TO_NOT_PROVEN_FROM_A_DOMAIN = 100;
/** Of everybody. */
const TO_NOT_PROVEN_AN_HOUR = 1000;
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

/** One reply to one correspondent. */
export type CountedReply = {
  alias: string;
  /** The real address, in its canonical spelling. */
  owner: string;
  /** Whether the correspondent is, by the reply address. */
  isProven: boolean;
};

const EVERYBODY = 'all';

export class ReplyAllowances {
  readonly #toNotProven: Allowance;
  readonly #fromDomain: Allowance;
  readonly #fromAll: Allowance;
  readonly #hourly: Allowance;
  readonly #daily: Allowance;
  readonly #misses: Allowance;

  constructor({ now, limits }: AllowancesOptions) {
    const times = (limit: number) => (limits ? limit : Number.POSITIVE_INFINITY);
    this.#toNotProven = new Allowance(times(TO_NOT_PROVEN_A_DAY), DAY_MS, now);
    this.#fromDomain = new Allowance(times(TO_NOT_PROVEN_FROM_A_DOMAIN), DAY_MS, now);
    this.#fromAll = new Allowance(times(TO_NOT_PROVEN_AN_HOUR), HOUR_MS, now);
    this.#hourly = new Allowance(times(AN_HOUR), HOUR_MS, now);
    this.#daily = new Allowance(times(A_DAY), DAY_MS, now);
    this.#misses = new Allowance(times(MISSES_AN_HOUR), HOUR_MS, now);
  }

  /**
   * Counts a reply before it is sent.
   * @returns whether it may go; where it may not nothing is counted, and the owner's server hears 451 4.7.1
   */
  take(reply: CountedReply): boolean {
    const counters = this.#of(reply);
    if (counters.some(([counter, key]) => counter.isSpent(key))) return false;
    for (const [counter, key] of counters) counter.spend(key);
    return true;
  }

  /** A reply that was counted is to be sent again later, as the correspondent's server asks: it counts then. */
  giveBack(reply: CountedReply): void {
    for (const [counter, key] of this.#of(reply)) counter.giveBack(key);
  }

  /** A recipient of a proven owner did not open. @param owner the real address, in its canonical spelling */
  missed(owner: string): void {
    this.#misses.spend(owner);
  }

  /** Whether an owner has guessed too often to be answered by more than 451 4.7.1 within the hour. */
  isGuessing(owner: string): boolean {
    return this.#misses.isSpent(owner);
  }

  #of({ alias, owner, isProven }: CountedReply): readonly [Allowance, string][] {
    const ofAlias: [Allowance, string][] = [
      [this.#hourly, alias],
      [this.#daily, alias],
    ];
    if (isProven) return ofAlias;
    const domain = domainOf(owner);
    if (!isSharedProvider(domain)) ofAlias.push([this.#fromDomain, domain]);
    return [...ofAlias, [this.#toNotProven, alias], [this.#fromAll, EVERYBODY]];
  }
}
