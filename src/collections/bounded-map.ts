/** A map with a bounded number of entries: past that the oldest is dropped. For memory that outsiders can fill. */
export class BoundedMap<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Value>();
  /**
   * An iterator from the oldest entry on, kept through consecutive drops. A new iterator walks over all entries deleted
   * since V8's last compaction: 20 times the cost at 100,000 entries. It is released after them, as it keeps deleted
   * entries in memory.
   */
  #oldestFirst: Iterator<Key> | undefined;

  /** @param most entries, at least 1 */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /**
   * Sets an entry. It becomes the newest, whether the key is new or not.
   * @returns the key that was dropped for it
   */
  set(key: Key, value: Value): Key | undefined {
    this.delete(key);
    const dropped = this.#entries.size < this.#most ? undefined : this.#dropOldest();
    if (dropped === undefined) this.#oldestFirst = undefined;
    this.#entries.set(key, value);
    return dropped;
  }

  delete(key: Key): void {
    if (this.#entries.delete(key)) this.#oldestFirst = undefined;
  }

  /** The entries, oldest first. */
  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries.entries();
  }

  #dropOldest(): Key | undefined {
    this.#oldestFirst ??= this.#entries.keys();
    const oldest = this.#oldestFirst.next();
    if (oldest.done) return undefined;
    this.#entries.delete(oldest.value);
    return oldest.value;
  }
}
