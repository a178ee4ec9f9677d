/**
 * The Message-IDs that owners have sent through us, so that we can seal them when a later message of the thread names
 * them. The ledger's table stores a MAC of owner and id for a year, and no id.
 */

import type { KeyObject } from 'node:crypto';
import { deriveSubkey } from '#secrets/derive-key.ts';
import { Mac } from '#secrets/mac.ts';
import type { LedgerEntry, Store } from '#store/store.ts';

/** 365 days. */
const LIFE_MS = 365 * 86_400_000;

const SENT: LedgerEntry = { code: 250, enhanced: '2.0.0' };

export type SentIdsOptions = {
  store: Pick<Store, 'recall' | 'remember'>;
  /** One for each secret: the first hides new ids, and look-ups use all. */
  keys: readonly KeyObject[];
  /** Milliseconds since 1970. */
  date: () => number;
  /** The store is unavailable; the reply is still sent. */
  onFault: (error: unknown) => void;
};

export class SentIds {
  readonly #options: SentIdsOptions;
  readonly #keys: readonly Mac[];

  constructor(options: SentIdsOptions) {
    this.#options = options;
    // This key is used only for ids, so an entry cannot be mistaken for a delivery's.
    this.#keys = options.keys.map((key) => new Mac(deriveSubkey(key, 'sent')));
  }

  /**
   * Returns the ids that this owner has sent, or all of them if the store is unavailable. An id sealed without need
   * breaks a thread; an unsealed one names the owner's provider. Never rejects.
   * @param ids without angle brackets, at most 40 of one thread; each costs a look-up for each secret
   * @param owner the real address, in its canonical spelling
   */
  async among(ids: readonly string[], owner: string): Promise<ReadonlySet<string>> {
    try {
      const sent = await Promise.all(ids.map((id) => this.#wasSent(id, owner)));
      return new Set(ids.filter((_, i) => sent[i]));
    } catch (error) {
      this.#options.onFault(error);
      return new Set(ids);
    }
  }

  /** Called when a message with this id was delivered. Never rejects. */
  async remember(id: string, owner: string): Promise<void> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('message-ids need a key');
    try {
      const expires = this.#options.date() + LIFE_MS;
      await this.#options.store.remember(hidden(key, id, owner), SENT, expires);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  async #wasSent(id: string, owner: string): Promise<boolean> {
    const { store, date } = this.#options;
    const now = date();
    const entries = this.#keys.map((key) => store.recall(hidden(key, id, owner), now));
    return (await Promise.all(entries)).some((entry) => entry !== undefined);
  }
}

/** An id contains no NUL. @returns 32 octets */
function hidden(key: Mac, id: string, owner: string): Buffer {
  return Buffer.from(key.of(`${id}\0${owner}`), 'latin1');
}
