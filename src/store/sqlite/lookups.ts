/** The two lookups of every message: one row each, read as an array, which avoids a short-lived object. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isSet, OWNED, type OwnedAlias, replyBody } from '../alias.ts';
import type { LedgerEntry } from '../database.ts';
import { number, numberOrNull, text, textOrNull } from '../statements.ts';

const ALIAS = `${OWNED} WHERE a.alias_email = ?`;

const ENTRY = 'SELECT code, enhanced FROM ledger WHERE key = ? AND expires > ?';

/** Both throw what SQLite throws. */
export class SqliteLookups {
  readonly #alias: StatementSync;
  readonly #entry: StatementSync;

  constructor(db: DatabaseSync) {
    this.#alias = arrays(db, ALIAS);
    this.#entry = arrays(db, ENTRY);
  }

  alias(address: string): OwnedAlias | undefined {
    const row: unknown = this.#alias.get(address);
    if (!Array.isArray(row)) return undefined;
    // In the order of the statement.
    return {
      alias: {
        id: text(row[0]),
        real_email: text(row[1]),
        alias_email: text(row[2]),
        active: row[3] === 1,
        created_at: text(row[4]),
      },
      state: {
        confirmedAt: numberOrNull(row[5]),
        ticket: textOrNull(row[6]),
        pausedUntil: numberOrNull(row[7]),
        linkEpoch: number(row[8] ?? 0),
        replyBody: replyBody(row[9]),
        endsAt: numberOrNull(row[10]),
        knownOnly: isSet(row[11]),
        hasBlocked: isSet(row[12]),
      },
    };
  }

  /** @param key 32 octets @param now ms since 1970 */
  entry(key: Buffer, now: number): LedgerEntry | undefined {
    const row: unknown = this.#entry.get(key, now);
    return Array.isArray(row) ? { code: number(row[0]), enhanced: text(row[1]) } : undefined;
  }
}

function arrays(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
