/** Idle or silent entries, ordered by idle time, the longest first: finding the idlest one needs no search. */

export class IdleOrder<T> {
  /** A Map keeps the order of insertion, which is that of time. */
  readonly #since = new Map<T, number>();

  /** @param since milliseconds; not before that of the previous call */
  add(idle: T, since: number): void {
    this.#since.delete(idle);
    this.#since.set(idle, since);
  }

  delete(one: T): void {
    this.#since.delete(one);
  }

  /** Removes the idlest entry. @param until the latest start of idle time that is removed */
  take(until: number): T | undefined {
    for (const [idlest, since] of this.#since) {
      if (since > until) return undefined;
      this.#since.delete(idlest);
      return idlest;
    }
    return undefined;
  }
}
