/** Reports lookups that fail while the database still responds: a damaged page, a missing table, no free connection. */

import { StoreUnavailable } from '#store/store.ts';

/** How long after its last failure a lookup is retried by the check, in milliseconds. */
const REPORTED_MS = 60_000;

export class FailedLookUps {
  readonly #now: () => number;
  /** The latest failed lookup, and a way to repeat it. */
  #failed: { at: number; again: () => Promise<unknown> } | undefined;

  /** @param now milliseconds of a steady clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** For the store, which calls it for each lookup that fails. */
  readonly failed = (again: () => Promise<unknown>): void => {
    this.#failed = { at: this.#now(), again };
  };

  /**
   * For /healthz, by which load balancers route: a lookup that failed within the last minute is repeated, so that the
   * service is healthy as soon as it succeeds.
   * @throws StoreUnavailable if it fails again
   */
  readonly check = async (): Promise<void> => {
    const failed = this.#failed;
    if (failed === undefined || this.#now() - failed.at >= REPORTED_MS) return;
    try {
      await failed.again();
    } catch {
      throw new StoreUnavailable(
        'A lookup failed within the last minute and failed again on retry.',
      );
    }
    if (this.#failed === failed) this.#failed = undefined;
  };
}
