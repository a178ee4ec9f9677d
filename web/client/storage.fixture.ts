/** A browser's storage, for tests. */

/** From now on the page's storage of this name is the one that `get` returns. */
export function defineStorage(name: 'localStorage' | 'sessionStorage', get: () => Storage): void {
  Object.defineProperty(globalThis, name, { get, configurable: true });
}

export function removeStorages(): void {
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
}

export class StorageInMemory implements Storage {
  /** It accepts nothing more. */
  full = false;
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  clear() {
    this.#items.clear();
  }
  key() {
    return null;
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new Error('QuotaExceededError');
    this.#items.set(key, value);
  }
  removeItem(key: string) {
    this.#items.delete(key);
  }
}
