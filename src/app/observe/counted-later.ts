/**
 * Counts of messages wait until somebody reads the metrics: one after the other, the code of the counters is in the caches of the
 * processor, and between two steps of a message it never is (docs/decisions/v8-and-webassembly.md).
 */

/** Their memory is bounded: at this number they are counted. */
const MOST = 1024;

export class CountedLater {
  #waiting: (() => void)[] = [];

  /** @param count should keep no object of a message alive */
  add(count: () => void): void {
    if (this.#waiting.push(count) === MOST) this.count();
  }

  /** To be called before the metrics are read. */
  readonly count = (): void => {
    const due = this.#waiting;
    this.#waiting = [];
    for (const count of due) count();
  };
}
