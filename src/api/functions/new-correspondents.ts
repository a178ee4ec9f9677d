/** The number of people that owners may write to before they were written to: for all nodes together, under MACs. */

import type { KeyObject } from 'node:crypto';
import { namesOf } from '#auth/letters/counted-names.ts';
import { alive, CountedRows } from '#auth/letters/counted-rows.ts';
import { isSharedProvider } from '#mail/return-path/common-domains.ts';
import { domainOf } from '#rules/address.ts';
import { foldedAddress } from '#rules/folded-address.ts';
import { mostOf } from '#rules/sliding-limit.ts';
import type { LetterBudgetStore } from '#store/sessions/letter-budget.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of one owner, whatever tag the real address has, and through whichever alias. */
const OF_OWNER = [{ most: 5, ms: DAY_MS }];
/** Of all owners at one domain that gives mailboxes to its own people alone. */
const OF_DOMAIN = [{ most: 20, ms: DAY_MS }];
/** Of everybody. The second half is for owners who write to nobody else today: a few who use up all they may lock out nobody. */
const OF_ALL = [{ most: 200, ms: HOUR_MS }];
const OF_ALL_AGAIN = [{ most: 100, ms: HOUR_MS }];

export type NewCorrespondentsOptions = {
  store: LetterBudgetStore;
  /** Hash addresses: the first for new counts; those of all of them hold. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  now: () => number;
};

export class NewCorrespondents {
  readonly #options: NewCorrespondentsOptions;
  readonly #rows: CountedRows;

  constructor(options: NewCorrespondentsOptions) {
    this.#options = options;
    this.#rows = new CountedRows(options);
  }

  /**
   * Counts one; the same one counts once a day.
   * @param owner the real address, and @param correspondent another: both held against `isDeliverable`
   * @returns 0, or the whole seconds to wait: none was counted
   * @throws StoreUnavailable
   */
  async spend(owner: string, correspondent: string): Promise<number> {
    const { keys, now } = this.#options;
    const names = (kind: string, text: string) => namesOf(keys, `new correspondents ${kind}`, text);
    const times = async (kind: string, text: string) =>
      alive((await this.#rows.find(names(kind, text))).count, DAY_MS, now());
    const [from, domain] = [foldedAddress(owner), domainOf(owner)];
    const pair = `${from} ${foldedAddress(correspondent)}`;
    if ((await times('pair', pair)).length > 0) return 0;
    const wroteToday = (await times('owner', from)).length > 0;
    const ofDomain = this.#rows.claim(names('domain', domain), OF_DOMAIN);
    const ofAll = this.#rows.claim(names('all', ''), wroteToday ? OF_ALL_AGAIN : OF_ALL);
    const { ms } = await this.#rows.spend([
      this.#rows.claim(names('owner', from), OF_OWNER),
      ...(isSharedProvider(domain) ? [] : [ofDomain]),
      { ...ofAll, most: mostOf(OF_ALL) },
      { ...this.#rows.claim(names('pair', pair), [{ most: 1, ms: DAY_MS }]), wait: () => 0 },
    ]);
    return Math.ceil(ms / 1000);
  }
}
