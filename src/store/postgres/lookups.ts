/** Batched lookups of aliases: all lookups of one turn of the event loop share one statement. */

import { OWNED, type OwnedAlias, toOwnedAlias } from '../alias.ts';
import { isStorable } from '../storable.ts';
import type { DatabasePool } from './connection-pool.ts';

/** Addresses per statement; a turn with more of them sends several. */
const MOST_ADDRESSES = 500;

type Waiting = Map<string, PromiseWithResolvers<OwnedAlias | undefined>>;

export class BatchedLookups {
  readonly #pool: DatabasePool;
  /** Callers that wait for the next statement, by address. */
  #waiting: Waiting = new Map();

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** The alias with this address. @throws StoreUnavailable */
  async find(aliasEmail: string): Promise<OwnedAlias | undefined> {
    if (!isStorable(aliasEmail)) return undefined;
    const same = this.#waiting.get(aliasEmail);
    if (same) return same.promise;
    // Sent after all input of this turn: a busy server sends full statements, an idle one sends at once.
    if (this.#waiting.size === 0) setImmediate(() => void this.#send());
    const waiter = Promise.withResolvers<OwnedAlias | undefined>();
    this.#waiting.set(aliasEmail, waiter);
    if (this.#waiting.size === MOST_ADDRESSES) void this.#send();
    return waiter.promise;
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Map();
    try {
      const rows = await this.#rows([...waiting.keys()]);
      const found = new Map(rows.map((row) => [row.alias.alias_email, row]));
      for (const [address, { resolve }] of waiting) resolve(found.get(address));
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }

  async #rows(addresses: string[]): Promise<OwnedAlias[]> {
    const rows = await this.#pool.repeatable(
      (sql) => sql`
        ${sql.unsafe(OWNED)} WHERE a.alias_email = ANY(${arrayLiteral(addresses)}::text[])`,
    );
    return rows.map(toOwnedAlias);
  }
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const arrayLiteral = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`;
