/** The messages of the try-out mailbox, in memory: the newest ones, bounded in number and size. */

import { randomUUID } from 'node:crypto';

/** The messages that the try-out mailbox has received. */
export type ShelvedMail = {
  id: string;
  /** Milliseconds since 1970. */
  received: number;
  /** Of the envelope; the sender is empty for the null reverse-path. */
  sender: string;
  recipients: readonly string[];
  /** The message as RFC 5322 has it, every octet of it. */
  octets: Buffer<ArrayBuffer>;
};

/** The oldest message makes room for the newest. */
export type ShelfLimits = { mails: number; octets: number };

export const SHELF_LIMITS: ShelfLimits = { mails: 200, octets: 67_108_864 };

export class Shelf {
  readonly #limits: ShelfLimits;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #mails = new Map<string, ShelvedMail>();
  readonly #watchers = new Set<() => void>();
  #octets = 0;

  /** @param now milliseconds since 1970 */
  constructor(limits: ShelfLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  add(mail: Omit<ShelvedMail, 'id' | 'received'>): void {
    const id = randomUUID();
    this.#mails.set(id, { ...mail, id, received: this.#now() });
    this.#octets += mail.octets.length;
    this.#makeRoom();
    for (const watcher of this.#watchers) watcher();
  }

  get(id: string): ShelvedMail | undefined {
    return this.#mails.get(id);
  }

  newestFirst(): ShelvedMail[] {
    return [...this.#mails.values()].toReversed();
  }

  /** Calls `watcher` for each received message. @returns unsubscribes */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #makeRoom(): void {
    for (const [id, { octets }] of this.#mails) {
      if (this.#mails.size <= this.#limits.mails && this.#octets <= this.#limits.octets) return;
      this.#mails.delete(id);
      this.#octets -= octets.length;
    }
  }
}
