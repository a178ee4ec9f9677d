/** Idle connections, the idlest first: finding it takes no search, however many there are. */

export class IdleOrder<T> {
  /** A Map keeps the order of insertion, which is that of time. */
  readonly #since = new Map<T, number>();

  /** @param since milliseconds; not before that of the call before */
  add(idle: T, since: number): void {
    this.#since.delete(idle);
    this.#since.set(idle, since);
  }

  delete(one: T): void {
    this.#since.delete(one);
  }

  /** Takes the idlest out. @param until it must have been idle since then or longer, else it stays */
  take(until: number): T | undefined {
    for (const [idlest, since] of this.#since) {
      if (since > until) return undefined;
      this.#since.delete(idlest);
      return idlest;
    }
    return undefined;
  }
}
