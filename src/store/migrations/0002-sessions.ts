import type { Migration } from './migration.ts';

/**
 * The tables of the session facility (auth/v1). Both dialects get the same columns, so that each statement is written
 * once (docs/decisions/sql-written-once.md): ids, hashes, sealed octets and JSON are text, times are milliseconds since 1970.
 * No foreign keys: a violation would undo the writes of others in the same turn.
 */
const TABLES = [
  {
    name: 'auth_users',
    columns: [
      'id text PRIMARY KEY NOT NULL',
      'email text UNIQUE',
      'confirmed_at bigint',
      'new_email text',
      'new_email_step bigint NOT NULL',
      'app text NOT NULL',
      'meta text NOT NULL',
      'password text',
      'anonymous bigint NOT NULL',
      'created_at bigint NOT NULL',
      'updated_at bigint NOT NULL',
      'last_sign_in_at bigint',
    ],
    indexes: ['new_email'],
  },
  {
    name: 'auth_identities',
    columns: [
      'id text PRIMARY KEY NOT NULL',
      'user_id text NOT NULL',
      'provider text NOT NULL',
      'subject text NOT NULL',
      'data text NOT NULL',
      'created_at bigint NOT NULL',
      'last_sign_in_at bigint',
      'UNIQUE (provider, subject)',
    ],
    indexes: ['user_id'],
  },
  {
    name: 'auth_sessions',
    columns: [
      'id text PRIMARY KEY NOT NULL',
      'user_id text NOT NULL',
      'counter bigint NOT NULL',
      'late bigint NOT NULL',
      'late_since bigint NOT NULL',
      'aal bigint NOT NULL',
      'amr text NOT NULL',
      'created_at bigint NOT NULL',
      'refreshed_at bigint NOT NULL',
    ],
    indexes: ['user_id', 'refreshed_at'],
  },
  {
    name: 'auth_one_time',
    columns: [
      'user_id text NOT NULL',
      'kind text NOT NULL',
      'link text NOT NULL',
      'code text NOT NULL',
      'tries bigint NOT NULL',
      'link_until bigint NOT NULL',
      'code_until bigint NOT NULL',
      'redirect_to text',
      'challenge text',
      'retry_at bigint',
      'retries bigint NOT NULL',
      'PRIMARY KEY (user_id, kind)',
    ],
    indexes: ['link', 'link_until', 'retry_at'],
  },
  {
    name: 'auth_flows',
    columns: [
      'id text PRIMARY KEY NOT NULL',
      'provider text NOT NULL',
      'challenge text',
      'auth_code text UNIQUE',
      'user_id text',
      'linking text',
      'redirect_to text',
      'sealed text NOT NULL',
      'used bigint NOT NULL',
      'until bigint NOT NULL',
    ],
    indexes: ['user_id', 'until'],
  },
  {
    name: 'auth_factors',
    columns: [
      'id text PRIMARY KEY NOT NULL',
      'user_id text NOT NULL',
      'name text',
      'type text NOT NULL',
      'verified bigint NOT NULL',
      'sealed text',
      'last_step bigint NOT NULL',
      'tries bigint NOT NULL',
      'locked_until bigint NOT NULL',
      'credential text',
      'created_at bigint NOT NULL',
      'UNIQUE (user_id, name)',
    ],
    indexes: [],
  },
  {
    name: 'auth_challenges',
    columns: [
      'id text PRIMARY KEY NOT NULL',
      'session_id text',
      'factor_id text',
      'value text NOT NULL',
      'until bigint NOT NULL',
    ],
    indexes: ['until'],
  },
  {
    name: 'auth_passkeys',
    columns: [
      'id text PRIMARY KEY NOT NULL',
      'user_id text NOT NULL',
      'credential text UNIQUE NOT NULL',
      'public_key text NOT NULL',
      'counter bigint NOT NULL',
      'name text',
      'created_at bigint NOT NULL',
      'last_used_at bigint',
    ],
    indexes: ['user_id'],
  },
  {
    name: 'auth_signing_keys',
    columns: [
      'kid text PRIMARY KEY NOT NULL',
      'sealed text NOT NULL',
      'created_at bigint NOT NULL',
    ],
    indexes: [],
  },
  {
    name: 'auth_letter_budget',
    columns: [
      'key text PRIMARY KEY NOT NULL',
      'times text NOT NULL',
      'used bigint NOT NULL',
      'stopped_until bigint NOT NULL',
      'forget_at bigint NOT NULL',
    ],
    indexes: ['forget_at'],
  },
] as const;

/** Names of the tables. */
export const AUTH_TABLES: readonly string[] = TABLES.map(({ name }) => name);

function statements(strict: string, integer: string): string[] {
  return TABLES.flatMap(({ name, columns, indexes }) => [
    `CREATE TABLE IF NOT EXISTS ${name} (${columns.join(', ').replaceAll(' bigint', ` ${integer}`)})${strict}`,
    ...indexes.map(
      (column) => `CREATE INDEX IF NOT EXISTS ${name}_${column} ON ${name} (${column})`,
    ),
  ]);
}

export const sessions: Migration = {
  version: 2,
  oldest: 2,
  name: 'users, identities, sessions, factors, passkeys, signing keys',
  sqlite: statements(' STRICT', 'INTEGER'),
  postgres: statements('', 'bigint'),
};
