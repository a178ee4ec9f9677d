/**
 * What the session facility keeps (auth/v1), by subject. Times are milliseconds since 1970. Every decision is one
 * conditional statement, so that two nodes cannot both win; no statement can violate a unique index (decision 0018: the
 * writes of a turn share a transaction). Methods reject as those of Store do.
 */

import type { FactorStore } from './factors.ts';
import type { FlowStore } from './flows.ts';
import type { IdentityStore } from './identities.ts';
import type { LetterBudgetStore } from './letter-budget.ts';
import type { OneTimeStore } from './one-time.ts';
import type { PasskeyStore } from './passkeys.ts';
import type { SessionStore } from './sessions.ts';
import type { SigningKeyStore } from './signing-keys.ts';
import type { UserStore } from './users.ts';

export type AuthStore = {
  users: UserStore;
  identities: IdentityStore;
  sessions: SessionStore;
  oneTime: OneTimeStore;
  flows: FlowStore;
  factors: FactorStore;
  passkeys: PasskeyStore;
  signingKeys: SigningKeyStore;
  letterBudget: LetterBudgetStore;
  /** Deletes what has expired or lost its user; how many rows. */
  sweep(now: number): Promise<number>;
};

/** The rows of one statement. Placeholders are `$1`, `$2`, ... on both databases. */
export type Row = Record<string, unknown>;
export type Value = string | number | Buffer | null;

/**
 * How a subject speaks to either database: one statement, written once in the SQL that both understand.
 * Booleans are 0 and 1, octets are Buffers, JSON is text.
 */
export type Statements = {
  /** For what changes nothing. */
  read(sql: string, values: readonly Value[]): Promise<Row[]>;
  /** Resolves when it is durable. */
  write(sql: string, values: readonly Value[]): Promise<Row[]>;
};
