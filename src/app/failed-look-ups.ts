/** Look-ups that fail while the database answers its monitor: a damaged page, a table that is gone, too few connections. */

import { type Store, StoreUnavailable } from '#store/store.ts';

/** How long a failed look-up is told of, in milliseconds. */
const TOLD_MS = 60_000;

export class FailedLookUps {
  readonly #now: () => number;
  #last = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds of a steady clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same store; look-ups of it that fail are noted. */
  watch(store: Store): Store {
    const noted = <Result>(found: Promise<Result>): Promise<Result> => {
      found.catch(() => {
        this.#last = this.#now();
      });
      return found;
    };
    return {
      auth: store.auth,
      insertAlias: (alias) => store.insertAlias(alias),
      aliasesOf: (realEmail) => noted(store.aliasesOf(realEmail)),
      aliasByAddress: (aliasEmail) => noted(store.aliasByAddress(aliasEmail)),
      aliasById: (id) => noted(store.aliasById(id)),
      setActive: (id, active) => store.setActive(id, active),
      hasAliases: () => noted(store.hasAliases()),
      countByDomain: () => store.countByDomain(),
      recall: (key, now) => noted(store.recall(key, now)),
      remember: (key, entry, expires) => store.remember(key, entry, expires),
      forgetExpired: (now) => store.forgetExpired(now),
      setting: (name, initial) => store.setting(name, initial),
      ping: () => store.ping(),
      close: () => store.close(),
    };
  }

  /** For /healthz. @throws StoreUnavailable where one has failed within the last minute */
  readonly check = async (): Promise<void> => {
    if (this.#now() - this.#last < TOLD_MS) {
      throw new StoreUnavailable('A look-up failed within the last minute.');
    }
  };
}
