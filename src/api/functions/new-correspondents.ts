/** The number of people to whom owners may write first: for all nodes together, under MACs. */

import { alive, RowLimiter, type RowLimiterOptions } from '#limits/row-limiter.ts';
import { isSharedProvider } from '#mail/return-path/common-domains.ts';
import { domainOf } from '#rules/address.ts';
import { foldedAddress } from '#rules/folded-address.ts';
import { type Limit, mostOf } from '#rules/sliding-limit.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const CORRESPONDENT_LIMITS = {
  /** Of one owner, whatever tag the real address has, and through any alias. */
  owner: [{ most: 5, ms: DAY_MS }],
  /** Of all owners at one domain that only gives mailboxes to its own people. */
  domain: [{ most: 20, ms: DAY_MS }],
  /**
   * Of all owners. The second half is for owners who write to no one else today: a few who use up their limit lock out
   * no one.
   */
  all: [{ most: 200, ms: HOUR_MS }],
  allAgain: [{ most: 100, ms: HOUR_MS }],
};

/** Owners may write to any number of people. */
export const NO_CORRESPONDENT_LIMIT: Pick<NewCorrespondents, 'spend'> = { spend: async () => 0 };

export class NewCorrespondents {
  readonly #now: () => number;
  readonly #rows: RowLimiter;

  constructor(options: RowLimiterOptions) {
    this.#now = options.now;
    this.#rows = new RowLimiter(options);
  }

  /**
   * Counts one; the same one counts once a day.
   * @param owner the real address, and @param correspondent another: both checked by `isDeliverable`
   * @returns 0, or the whole seconds to wait: none was counted
   * @throws StoreUnavailable
   */
  async spend(owner: string, correspondent: string): Promise<number> {
    const claim = (kind: string, text: string, limits: readonly Limit[]) =>
      this.#rows.claim(`new correspondents ${kind}`, text, limits);
    const names = (kind: string, text: string) =>
      this.#rows.names(`new correspondents ${kind}`, text);
    const times = async (kind: string, text: string) =>
      alive((await this.#rows.find(names(kind, text))).count, DAY_MS, this.#now());
    const [from, domain] = [foldedAddress(owner), domainOf(owner)];
    const pair = `${from} ${foldedAddress(correspondent)}`;
    if ((await times('pair', pair)).length > 0) return 0;
    const wroteToday = (await times('owner', from)).length > 0;
    const ofDomain = claim('domain', domain, CORRESPONDENT_LIMITS.domain);
    const ofAll = claim(
      'all',
      '',
      wroteToday ? CORRESPONDENT_LIMITS.allAgain : CORRESPONDENT_LIMITS.all,
    );
    const { ms } = await this.#rows.take([
      claim('owner', from, CORRESPONDENT_LIMITS.owner),
      ...(isSharedProvider(domain) ? [] : [ofDomain]),
      { ...ofAll, most: mostOf(CORRESPONDENT_LIMITS.all) },
      { ...claim('pair', pair, [{ most: 1, ms: DAY_MS }]), wait: () => 0 },
    ]);
    return Math.ceil(ms / 1000);
  }
}
