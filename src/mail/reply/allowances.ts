/**
 * Limits on the replies of an alias. Forged messages to an alias would give its owner reply addresses of strangers,
 * and so anonymous mail to anyone. Therefore the limit is lowest for correspondents who were never proven. The owner
 * of a whole domain has any number of aliases, so these replies are also counted per domain and for all owners.
 */

import { takeAll } from '#limits/limiter.ts';
import { UNLIMITED, type WindowLimiter, windowLimiter } from '#limits/window.ts';
import { domainOf } from '#rules/address.ts';
import { isSharedProvider } from '../return-path/common-domains.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The limits, each in a window that begins with the first reply; each recipient counts. */
export const REPLY_LIMITS = {
  /** Replies of one alias to correspondents who were never proven. */
  toNotProven: { most: 20, ms: DAY_MS },
  /** The same, of all owners at one domain, unless many people share it. */
  fromDomain: { most: 100, ms: DAY_MS },
  /** The same, of all owners together. */
  fromAll: { most: 1000, ms: HOUR_MS },
  /** Replies of one alias to anyone. */
  hourly: { most: 60, ms: HOUR_MS },
  daily: { most: 300, ms: DAY_MS },
  /** Recipients of one owner that are not reply addresses of the owner's aliases. */
  misses: { most: 5, ms: HOUR_MS },
};

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

export class ReplyAllowances {
  readonly #limits: Record<keyof typeof REPLY_LIMITS, WindowLimiter>;

  constructor({ now, limits }: AllowancesOptions) {
    const limit = (name: keyof typeof REPLY_LIMITS) =>
      windowLimiter({ ...REPLY_LIMITS[name], ...(!limits && UNLIMITED) }, { now });
    this.#limits = {
      toNotProven: limit('toNotProven'),
      fromDomain: limit('fromDomain'),
      fromAll: limit('fromAll'),
      hourly: limit('hourly'),
      daily: limit('daily'),
      misses: limit('misses'),
    };
  }

  /**
   * Counts a reply before it is sent.
   * @returns 0, or the milliseconds to wait: it is not counted, and the owner's server gets 451 4.7.1
   */
  take(reply: CountedReply): number {
    return takeAll(this.#of(reply));
  }

  /** Takes back the count of a reply that the correspondent's server has deferred: the next attempt counts. */
  giveBack(reply: CountedReply): void {
    for (const [limiter, key] of this.#of(reply)) limiter.giveBack(key);
  }

  /** Called if a recipient of a proven owner was unknown. @param owner the real address, in its canonical spelling */
  missed(owner: string): void {
    this.#limits.misses.add(owner);
  }

  /** Whether an owner has guessed so often that every reply gets 451 4.7.1 within the hour. */
  isGuessing(owner: string): boolean {
    return this.#limits.misses.wait(owner) > 0;
  }

  #of({ alias, owner, isProven }: CountedReply): readonly [WindowLimiter, string][] {
    const { hourly, daily, fromDomain, toNotProven, fromAll } = this.#limits;
    const ofAlias: [WindowLimiter, string][] = [
      [hourly, alias],
      [daily, alias],
    ];
    if (isProven) return ofAlias;
    const domain = domainOf(owner);
    if (!isSharedProvider(domain)) ofAlias.push([fromDomain, domain]);
    return [...ofAlias, [toNotProven, alias], [fromAll, 'all']];
  }
}
