/**
 * Delivered messages by alias: how many since the last `take`, and the last ten. Each message changes an entry in
 * place: allocating an object per message took two thirds of the history's cost in garbage collection. A batch is
 * written every ten seconds, as JSON text of at most 1,000 ids in order, joined by one statement. So each page of the
 * table is written once, two nodes never deadlock, and no turn of the event loop takes 50 ms.
 */

import type { DeliveredDay } from '#store/history/history-store.ts';

const DAY_MS = 86_400_000;
/** Arrivals remembered per alias. */
const LAST = 10;

/**
 * A delivered message. `at`: milliseconds since 1970; `domain`: of the reverse-path, empty for a report; `author`:
 * absent if not proven.
 */
export type Arrival = { at: number; domain: string; author?: string };

type Entry = {
  aliasId: string;
  /** Messages of `#day` that are not taken yet. */
  count: number;
  /** A ring of the last arrivals: index `next` is written next, and holds the oldest once there are ten. */
  times: number[];
  domains: string[];
  authors: (string | undefined)[];
  next: number;
};

export class Arrivals {
  readonly #most: number;
  readonly #byAlias = new Map<string, Entry>();
  readonly #entries: Entry[] = [];
  /** The index in `#entries` at which the search for an entry to replace begins. */
  #hand = 0;
  /** Entries with a count, all of this day (its first millisecond, UTC). */
  #counted: Entry[] = [];
  #day = 0;
  #earlier: DeliveredDay[] = [];
  #isFull = false;

  /** @param most aliases that are remembered, and counted between two calls of `take` */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a message since the last `take` was not counted, because every entry held a count. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Counts a message. While every entry holds a count, messages to further aliases are not counted. */
  add(aliasId: string, at: number, domain: string, author?: string): void {
    const entry = this.#byAlias.get(aliasId) ?? this.#newcomer(aliasId);
    if (entry === undefined) return;
    const day = at - (at % DAY_MS);
    if (day !== this.#day) {
      this.#earlier = this.take();
      this.#day = day;
    }
    if (entry.count === 0) this.#counted.push(entry);
    entry.count += 1;
    entry.times[entry.next] = at;
    entry.domains[entry.next] = domain;
    entry.authors[entry.next] = author;
    entry.next = (entry.next + 1) % LAST;
  }

  /** The last arrivals, newest first. */
  last(aliasId: string): readonly Arrival[] {
    const entry = this.#byAlias.get(aliasId);
    if (entry === undefined) return [];
    const { times, domains, authors, next } = entry;
    const oldestFirst = times.map((at, i) => {
      const author = authors[i];
      return { at, domain: domains[i] ?? '', ...(author !== undefined && { author }) };
    });
    return [...oldestFirst.slice(next), ...oldestFirst.slice(0, next)].toReversed();
  }

  /** The counts since the last call. */
  take(): DeliveredDay[] {
    const [taken, counted, day] = [this.#earlier, this.#counted, this.#day];
    this.#earlier = [];
    this.#counted = [];
    this.#isFull = false;
    for (const entry of counted) {
      taken.push({ aliasId: entry.aliasId, day, delivered: entry.count });
      entry.count = 0;
    }
    return taken;
  }

  /** A new entry for an alias; undefined while every entry holds a count. */
  #newcomer(aliasId: string): Entry | undefined {
    this.#isFull = this.#counted.length === this.#most;
    if (this.#isFull) return undefined;
    const entry: Entry = { aliasId, count: 0, times: [], domains: [], authors: [], next: 0 };
    if (this.#entries.length < this.#most) this.#entries.push(entry);
    else this.#replace(entry);
    this.#byAlias.set(aliasId, entry);
    return entry;
  }

  /** Replaces the entry of an alias without a message since the last `take`. Such an alias must exist. */
  #replace(entry: Entry): void {
    for (let old: Entry | undefined; old === undefined; ) {
      this.#hand = (this.#hand + 1) % this.#entries.length;
      old = this.#entries[this.#hand];
      if (old?.count === 0) this.#byAlias.delete(old.aliasId);
      else old = undefined;
    }
    this.#entries[this.#hand] = entry;
  }
}
