/** Reports look-ups that fail while the database still answers: a damaged page, a missing table, no free connection. */

import { type Store, StoreUnavailable } from '#store/store.ts';

/** The time after its last failure in which a look-up counts as failing again, in milliseconds. */
const REPORTED_MS = 60_000;

export class FailedLookUps {
  readonly #now: () => number;
  /** The latest failed look-up, and a way to repeat it. */
  #failed: { at: number; again: () => Promise<unknown> } | undefined;

  /** @param now milliseconds of a steady clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The same store; look-ups of it that fail are recorded. */
  watch(store: Store): Store {
    const recorded = <Result>(lookUp: () => Promise<Result>): Promise<Result> => {
      const found = lookUp();
      found.catch(() => {
        this.#failed = { at: this.#now(), again: lookUp };
      });
      return found;
    };
    return {
      isNear: store.isNear,
      auth: store.auth,
      owners: store.owners,
      history: store.history,
      insertAlias: (alias, birth) => store.insertAlias(alias, birth),
      aliasesOf: (realEmail) => recorded(() => store.aliasesOf(realEmail)),
      aliasByAddress: (aliasEmail) => recorded(() => store.aliasByAddress(aliasEmail)),
      aliasById: (id) => recorded(() => store.aliasById(id)),
      isRetired: (aliasEmail) => recorded(() => store.isRetired(aliasEmail)),
      setActive: (id, active, asker) => store.setActive(id, active, asker),
      hasAliases: () => recorded(() => store.hasAliases()),
      countByDomain: () => store.countByDomain(),
      recall: (key, now) => recorded(() => store.recall(key, now)),
      remember: (key, entry, expires) => store.remember(key, entry, expires),
      forgetExpired: (now) => store.forgetExpired(now),
      setting: (name, initial) => store.setting(name, initial),
      changeSetting: (name, from, to) => store.changeSetting(name, from, to),
      answers: () => store.answers(),
      takesWrites: () => store.takesWrites(),
      close: () => store.close(),
    };
  }

  /**
   * For /healthz, which balancers route by: a look-up that failed within the last minute is asked again, so that the
   * service is healthy as soon as it is answered.
   * @throws StoreUnavailable where it fails again
   */
  readonly check = async (): Promise<void> => {
    const failed = this.#failed;
    if (failed === undefined || this.#now() - failed.at >= REPORTED_MS) return;
    try {
      await failed.again();
    } catch {
      throw new StoreUnavailable('A look-up failed within the last minute, and fails again.');
    }
    if (this.#failed === failed) this.#failed = undefined;
  };
}
