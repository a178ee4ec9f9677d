/** How many names the alias domains have left: for the page, for the metrics, and a warning before they run out. */

import { type NameSpace, namesPerDomain } from '#rules/alias.ts';
import type { DomainCount, Store } from '#store/store.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Parts of a domain's names in use at which the operator is warned, in percent. */
const WARN_AT = [95, 80, 50];

export class NamesLeft {
  readonly #space: NameSpace;
  readonly #store: Pick<Store, 'countByDomain'>;
  readonly #metrics: Metrics;
  readonly #log: Log;
  /** The highest threshold that was warned of, by domain. */
  readonly #warned = new Map<string, number>();
  #left: number[] | undefined;

  constructor(space: NameSpace, store: Pick<Store, 'countByDomain'>, metrics: Metrics, log: Log) {
    this.#space = space;
    this.#store = store;
    this.#metrics = metrics;
    this.#log = log;
  }

  /** By domain, in the order of the name space; undefined before the first count. */
  get left(): number[] | undefined {
    return this.#left;
  }

  /** Counts anew. A store that does not answer leaves the last count as it is. */
  async refresh(): Promise<void> {
    try {
      this.#take(await this.#store.countByDomain());
    } catch (err) {
      this.#log.warn({ err }, 'the aliases cannot be counted');
    }
  }

  #take(counts: DomainCount[]): void {
    const { domains, numbers } = this.#space;
    const all = namesPerDomain(numbers);
    this.#left = domains.map((domain) => {
      const { active, inactive } = counts.find((count) => count.domain === domain) ?? NONE;
      const left = Math.max(0, all - active - inactive);
      this.#metrics.aliases.set({ domain, state: 'active' }, active);
      this.#metrics.aliases.set({ domain, state: 'inactive' }, inactive);
      this.#metrics.namesLeft.set({ domain }, left);
      this.#warn(domain, left, all);
      return left;
    });
  }

  #warn(domain: string, left: number, all: number): void {
    const used = (100 * (all - left)) / all;
    const threshold = WARN_AT.find((percent) => used >= percent) ?? 0;
    if (threshold > (this.#warned.get(domain) ?? 0)) {
      this.#log.warn({ domain, left }, `${threshold} % of the names of an alias domain are in use`);
    }
    this.#warned.set(domain, threshold);
  }
}

const NONE = { active: 0, inactive: 0 };
