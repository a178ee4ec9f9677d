import type { OwnedAlias } from './alias.ts';
import type { Statements } from './statements.ts';

/** The ledger's entry under a key: a reply, or an entry in place of a state (src/mail/ledger/ledger.ts). */
export type LedgerEntry = { code: number; enhanced: string };

/**
 * What the store needs from a database: `sqlite/` and `postgres/` each implement it. Its statements are written once
 * (aliases.ts, owners/, history/, sessions/); each database has the two lookups of every message in its fastest form.
 */
export interface Database extends Statements {
  /** As in Store. */
  readonly isEmbedded: boolean;
  /** Like `read`, for statements that read a whole table: no lookup waits for them. */
  scan: Statements['read'];
  /**
   * Like `write`, for a statement whose second run changes nothing more: if the connection breaks before the response,
   * as at a failover, it runs again.
   */
  repeatable: Statements['write'];
  /** The SQL for the domain of a column with addresses. */
  domainOf: (column: string) => string;
  /** The SQL for whether an alias's name in a column is short: up to nine digits, of which an address has one (`aliases_free_plan`). */
  isShortName: (column: string) => string;
  /** The SQL for the domain of an alias's name, with a plus sign in front of it if the name is not short. */
  countKeyOf: (column: string) => string;
  /** A table of `domain` (as `countKeyOf`), `active`, `inactive` and `retired`, in brackets. */
  aliasCounts: string;
  /** The alias with this address, or undefined. */
  aliasByAddress(aliasEmail: string): Promise<OwnedAlias | undefined>;
  /** The ledger's entry under a key (32 octets), or undefined for a missing or expired one at `now` (ms since 1970). */
  recall(key: Buffer, now: number): Promise<LedgerEntry | undefined>;
  /** Resolves when the database answers lookups. */
  answers(): Promise<void>;
  /** Ends all connections; further calls reject. */
  close(): Promise<void>;
}

/**
 * Called for a database that does not exist, before it is created: its address may be misspelt, or its volume not mounted.
 * @param database the file's path, or host and name on a server; never a password
 * @throws DatabaseUnusable if it must not be created
 */
export type WhenNew = (database: string) => void;

/** The counts of all nodes: uses of a key within a window of time. All times are in milliseconds since 1970. */
export type SharedCounts = {
  /**
   * Adds uses. A window that is over begins again with them.
   * @param uses negative: takes back
   * @param window its length if it begins now, and the time
   * @returns the uses of all nodes with these, and the end of the window
   */
  add: (
    key: string,
    uses: number,
    window: { ms: number; now: number },
  ) => Promise<{ uses: number; until: number }>;
  /** Deletes the windows that ended before that time. */
  forget: (before: number) => Promise<void>;
  close: () => Promise<void>;
};

/** The log of the store and the api; pino's loggers fit. It never receives an address or a secret. */
export type StoreLog = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;
