/** Simulated time: one queue of events, run one after the other. No event leaves a pending promise. */

import { crc32 } from 'node:zlib';

/** The date at which every life begins, in milliseconds since 1970. */
export const EPOCH = Date.UTC(2026, 10, 21, 12);

export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Events of a life at the most: ten times as many as the longest one of any profile has. */
const MOST_EVENTS = 2_000_000;

/** A line of the trace: the moment in microseconds, the part of the world that it is about, and its words. */
export type Line = { at: number; about: string; words: string };

export class World {
  /** Microseconds since the beginning. */
  now = 0;
  /** Of all that was traced: the same seed gives the same number. */
  hash = 0;
  events = 0;
  readonly #queue = new EventQueue();
  readonly #keep: ((line: Line) => void) | undefined;
  #over = false;

  /** @param keep receives the trace in words; undefined: only its hash is kept */
  constructor(keep?: (line: Line) => void) {
    this.#keep = keep;
  }

  /** @param delay microseconds */
  in(delay: number, run: () => void): Planned {
    return this.#queue.add(this.now + Math.max(0, Math.round(delay)), run);
  }

  /**
   * Runs events until there is none, or `end` was called. It must run as a task of its own, not within a promise.
   * @returns false if they do not end
   */
  run(): boolean {
    for (let next = this.#queue.take(); next && !this.#over; next = this.#queue.take()) {
      if (next.run === undefined) continue;
      if (this.events === MOST_EVENTS) return false;
      this.now = next.at;
      this.events += 1;
      next.run();
    }
    return true;
  }

  end(): void {
    this.#over = true;
  }

  /** Adds to the trace. @param detail its words; called only if the trace is kept */
  trace(about: string, octets: Buffer | string, detail?: () => string): void {
    this.hash = crc32(octets, (this.hash ^ this.now) >>> 0);
    this.#keep?.({ at: this.now, about, words: detail?.() ?? octets.toString('latin1') });
  }
}

/** Characters of one line. */
const WIDTH = 160;

/** The last events, with the dialogue of each connection. */
export function readable(lines: readonly Line[], last: number): string {
  return lines
    .slice(-last)
    .map(
      ({ at, about, words }) => `${(at / 1e6).toFixed(6).padStart(14)}  ${about}: ${shown(words)}`,
    )
    .join('\n');
}

/** A message is truncated, and line breaks are visible. */
function shown(words: string): string {
  const line = words
    .trimEnd()
    .replaceAll('\r\n', ' | ')
    .replaceAll(/[^\x20-\x7e]/g, '?');
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}... (${words.length})` : line;
}

export type Planned = {
  /** Microseconds. */
  readonly at: number;
  readonly order: number;
  /** Undefined once it was cancelled. */
  run: (() => void) | undefined;
};

/** In the order of their time, and of their creation if the time is equal: a binary heap. */
class EventQueue {
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
