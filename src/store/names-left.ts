/** The number of names that each alias domain has left: for the choice of a domain, for metrics, and for the operator's warning. */

import { type NameSpace, namesPerDomain } from '#rules/alias.ts';
import type { StoreLog } from './database.ts';
import type { DomainCount, Store } from './store.ts';

/** Shares of a domain's names in use at which a warning is logged, in per cent. */
const WARN_AT = [50, 80, 95];

export type NamesLeftOptions = {
  store: Pick<Store, 'countByDomain'>;
  space: NameSpace;
  log: StoreLog;
};

export class NamesLeft {
  readonly #options: NamesLeftOptions;
  /** The highest share with a warning so far, by domain. */
  readonly #warned = new Map<string, number>();
  #left: number[] | undefined;
  #counts: DomainCount[] = [];

  constructor(options: NamesLeftOptions) {
    this.#options = options;
  }

  /** Names left per domain of the name space, in its order; undefined before the first count. */
  get perDomain(): number[] | undefined {
    return this.#left;
  }

  /** All names of the name space, and the names left; before the first count these are equal. */
  get budget(): { left: number; total: number } {
    const { domains, numbers } = this.#options.space;
    const total = domains.length * namesPerDomain(numbers);
    return { left: this.#left?.reduce((sum, left) => sum + left, 0) ?? total, total };
  }

  /** Aliases by domain and state at the last count, including former domains of ours. */
  get counts(): readonly DomainCount[] {
    return this.#counts;
  }

  /**
   * Counts again, and warns if a domain has become half full, or fuller. On PostgreSQL it reads the whole index: once a
   * minute, not once a request.
   * @throws StoreUnavailable; the last counts stay
   */
  async refresh(): Promise<void> {
    const { store, space } = this.#options;
    const counts = await store.countByDomain();
    this.#counts = counts;
    const names = namesPerDomain(space.numbers);
    this.#left = space.domains.map((domain) => {
      const count = counts.find((one) => one.domain === domain);
      // A retired name is never used again.
      const used = (count?.active ?? 0) + (count?.inactive ?? 0) + (count?.retired ?? 0);
      this.#warn(domain, used, names);
      // After a range was narrowed, a domain may have more names than the range.
      return Math.max(0, names - used);
    });
  }

  #warn(domain: string, used: number, names: number): void {
    const percent = (100 * used) / names;
    const reached = WARN_AT.findLast((share) => percent >= share) ?? 0;
    if (reached > (this.#warned.get(domain) ?? 0)) {
      const left = Math.max(0, names - used);
      this.#options.log.warn(
        { domain, used, left },
        `${reached} % of an alias domain's names are in use: add a domain or widen ALIAS_NUMBERS (docs/operations.md)`,
      );
    }
    // The share falls when the range is widened, so that the next warning comes.
    this.#warned.set(domain, reached);
  }
}
