/**
 * Limits on the replies of an alias. Forged messages to an alias would give its owner reply addresses of strangers,
 * and so anonymous mail to anyone. Therefore the limit is lowest for correspondents who were never proven. The owner
 * of a whole domain has any number of aliases, so these replies are also counted per domain and for all owners.
 */

import { Allowance } from '#collections/allowance.ts';
import { domainOf } from '#rules/address.ts';
import { isSharedProvider } from '../return-path/common-domains.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Replies of one alias, each recipient counted. */
const TO_NOT_PROVEN_A_DAY = 20;
/** Of all owners at one domain, unless many people share it. */
const TO_NOT_PROVEN_FROM_A_DOMAIN = 100;
/** Of all owners together. */
const TO_NOT_PROVEN_AN_HOUR = 1000;
const AN_HOUR = 60;
const A_DAY = 300;
/** Recipients of one owner that are not reply addresses of the owner's aliases. */
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
  /** Whether the correspondent is proven, by the reply address. */
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
   * @returns whether the reply may be sent; if not, it is not counted, and the owner's server gets 451 4.7.1
   */
  take(reply: CountedReply): boolean {
    const counters = this.#of(reply);
    if (counters.some(([counter, key]) => counter.isSpent(key))) return false;
    for (const [counter, key] of counters) counter.spend(key);
    return true;
  }

  /** Takes back the count of a reply that the correspondent's server has deferred: the next attempt counts. */
  giveBack(reply: CountedReply): void {
    for (const [counter, key] of this.#of(reply)) counter.giveBack(key);
  }

  /** Called if a recipient of a proven owner was unknown. @param owner the real address, in its canonical spelling */
  missed(owner: string): void {
    this.#misses.spend(owner);
  }

  /** Whether an owner has guessed so often that every reply gets 451 4.7.1 within the hour. */
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
