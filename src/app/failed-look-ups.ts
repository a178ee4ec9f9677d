/** Reports look-ups that fail while the database still answers pings: a damaged page, a missing table, no free connection. */

import { type Store, StoreUnavailable } from '#store/store.ts';

/** How long a failed look-up is reported, in milliseconds. */
const REPORTED_MS = 60_000;

export class FailedLookUps {
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds of a steady clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same store; look-ups of it that fail are recorded. */
  watch(store: Store): Store {
    const recorded = <Result>(found: Promise<Result>): Promise<Result> => {
      found.catch(() => {
        this.#last = this.#now();
      });
      return found;
    };
    return {
      isNear: store.isNear,
      auth: store.auth,
      owners: store.owners,
      history: store.history,
      insertAlias: (alias, birth) => store.insertAlias(alias, birth),
      aliasesOf: (realEmail) => recorded(store.aliasesOf(realEmail)),
      aliasByAddress: (aliasEmail) => recorded(store.aliasByAddress(aliasEmail)),
      aliasById: (id) => recorded(store.aliasById(id)),
      isRetired: (aliasEmail) => recorded(store.isRetired(aliasEmail)),
      setActive: (id, active, asker) => store.setActive(id, active, asker),
      hasAliases: () => recorded(store.hasAliases()),
      countByDomain: () => store.countByDomain(),
      recall: (key, now) => recorded(store.recall(key, now)),
      remember: (key, entry, expires) => store.remember(key, entry, expires),
      forgetExpired: (now) => store.forgetExpired(now),
      setting: (name, initial) => store.setting(name, initial),
      changeSetting: (name, from, to) => store.changeSetting(name, from, to),
      ping: () => store.ping(),
      close: () => store.close(),
    };
  }

  /** For /healthz. @throws StoreUnavailable where one has failed within the last minute */
  readonly check = async (): Promise<void> => {
    if (this.#now() - this.#last < REPORTED_MS) {
      throw new StoreUnavailable('A look-up failed within the last minute.');
    }
  };
}
