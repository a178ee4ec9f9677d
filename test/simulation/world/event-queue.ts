/** Events in the order of their time, and of their creation if the time is equal: a binary heap. */

export type Planned = {
  /** Microseconds. */
  readonly at: number;
  readonly order: number;
  /** Undefined once it was cancelled. */
  run: (() => void) | undefined;
};

export class EventQueue {
  readonly #heap: Planned[] = [];
  #made = 0;

  add(at: number, run: () => void): Planned {
    const planned: Planned = { at, order: this.#made++, run };
    const heap = this.#heap;
    let place = heap.length;
    heap.push(planned);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, planned)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = planned;
    return planned;
  }

  /** Removes the first event; undefined if there is none. */
  take(): Planned | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      let below = heap[child];
      if (below === undefined) break;
      const other = heap[child + 1];
      if (other !== undefined && isBefore(other, below)) {
        child += 1;
        below = other;
      }
      if (isBefore(last, below)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

const isBefore = (one: Planned, other: Planned) =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
