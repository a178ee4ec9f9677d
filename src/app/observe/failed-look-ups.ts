/** Reports look-ups that fail while the database still answers: a damaged page, a missing table, no free connection. */

import { StoreUnavailable } from '#store/store.ts';

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

  /** For the store, which says so of each look-up that fails. */
  readonly failed = (again: () => Promise<unknown>): void => {
    this.#failed = { at: this.#now(), again };
  };

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
