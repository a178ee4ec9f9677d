/** Batched look-ups by one column: all look-ups of one turn of the event loop share one statement. */

import type { OwnedAlias } from '../store.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { owned, toOwnedAlias } from './rows.ts';

/** Keys of one statement; a turn with more of them sends several. */
const MOST_KEYS = 500;

type Waiting = Map<string, PromiseWithResolvers<OwnedAlias[]>>;

export class LookUps {
  readonly #pool: ConnectionPool;
  readonly #column: 'real_email' | 'alias_email';
  /** Callers that wait for the next statement, by key. */
  #waiting: Waiting = new Map();

  constructor(pool: ConnectionPool, column: 'real_email' | 'alias_email') {
    this.#pool = pool;
    this.#column = column;
  }

  /** The aliases whose column has this value, newest first. The text must be storable. @throws StoreUnavailable */
  find(key: string): Promise<OwnedAlias[]> {
    const same = this.#waiting.get(key);
    if (same) return same.promise;
    // Sent after all input of this turn: a busy server sends full statements, an idle one sends at once.
    if (this.#waiting.size === 0) setImmediate(() => void this.#send());
    const waiter = Promise.withResolvers<OwnedAlias[]>();
    this.#waiting.set(key, waiter);
    if (this.#waiting.size === MOST_KEYS) void this.#send();
    return waiter.promise;
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Map();
    try {
      const found = Map.groupBy(await this.#rows(waiting), ({ alias }) => alias[this.#column]);
      for (const [key, { resolve }] of waiting) resolve(found.get(key) ?? []);
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }

  async #rows(waiting: Waiting): Promise<OwnedAlias[]> {
    const keys = arrayLiteral([...waiting.keys()]);
    const rows = await this.#pool.repeatable(
      (sql) => sql`
        ${owned(sql)} WHERE a.${sql(this.#column)} = ANY(${keys}::text[]) ORDER BY a.created_at DESC, a.id`,
    );
    return rows.map(toOwnedAlias);
  }
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
const arrayLiteral = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`;
