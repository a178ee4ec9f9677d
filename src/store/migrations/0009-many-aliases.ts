import type { Migration } from './migration.ts';

/**
 * Several aliases for one address. A short name has up to nine digits, and an address has one; a name of ten digits is an
 * upgraded owner's, and may be one of many. Times are milliseconds since 1970. No foreign keys (docs/decisions/sql-written-once.md).
 */
const tables = (id: string, integer: string, strict: string, withoutRowid: string): string[] => [
  // `note` and `site` are sealed for the alias; null: none. Beside `alias_states`, so that a message's lookup reads no
  // more than before.
  `CREATE TABLE IF NOT EXISTS alias_notes (
     alias_id ${id} PRIMARY KEY NOT NULL, note text, site text, pinned ${integer} NOT NULL, changed_at ${integer} NOT NULL
   )${withoutRowid}`,
  // The number of aliases that an address may have, if it is not that of the setting.
  `CREATE TABLE IF NOT EXISTS plans (
     address text PRIMARY KEY NOT NULL, aliases ${integer} NOT NULL
   )${withoutRowid}`,
  `CREATE TABLE IF NOT EXISTS auth_api_keys (
     id text PRIMARY KEY NOT NULL, user_id text NOT NULL, hash text UNIQUE NOT NULL, name text NOT NULL,
     scope text NOT NULL, made_at ${integer} NOT NULL, used_at ${integer}
   )${strict}`,
  `CREATE INDEX IF NOT EXISTS auth_api_keys_user_id ON auth_api_keys (user_id)`,
];

/** Names of the tables. */
export const MANY_ALIASES_TABLES: readonly string[] = ['alias_notes', 'plans', 'auth_api_keys'];

/** The key of a count: the domain, with a plus sign in front for names of ten digits, which do not use up its names. */
const counted = (row: string) => `iif(instr(${row}.alias_email, '@') < 17, '', '+')
  || substr(${row}.alias_email, instr(${row}.alias_email, '@') + 1)`;

/** The triggers of 0001 and 0003 with that key. */
const COUNTS = [
  ...['count_insert', 'count_update', 'count_delete', 'count_retired', 'count_unretired'].map(
    (name) => `DROP TRIGGER ${name}`,
  ),
  `CREATE TRIGGER count_insert AFTER INSERT ON aliases BEGIN
     INSERT INTO alias_counts (domain, active, inactive) VALUES (${counted('new')}, new.active, 1 - new.active)
     ON CONFLICT (domain) DO UPDATE
     SET active = active + excluded.active, inactive = inactive + excluded.inactive;
   END`,
  `CREATE TRIGGER count_update AFTER UPDATE OF active ON aliases WHEN new.active <> old.active BEGIN
     UPDATE alias_counts
     SET active = active + new.active - old.active, inactive = inactive + old.active - new.active
     WHERE domain = ${counted('new')};
   END`,
  `CREATE TRIGGER count_delete AFTER DELETE ON aliases BEGIN
     UPDATE alias_counts SET active = active - old.active, inactive = inactive - 1 + old.active
     WHERE domain = ${counted('old')};
   END`,
  `CREATE TRIGGER count_retired AFTER INSERT ON retired_names BEGIN
     INSERT INTO alias_counts (domain, active, inactive, retired) VALUES (${counted('new')}, 0, 0, 1)
     ON CONFLICT (domain) DO UPDATE SET retired = retired + 1;
   END`,
  `CREATE TRIGGER count_unretired AFTER DELETE ON retired_names BEGIN
     UPDATE alias_counts SET retired = retired - 1 WHERE domain = ${counted('old')};
   END`,
];

export const manyAliases: Migration = {
  version: 9,
  // An earlier program rejects mail to ten digits, and leaves notes and keys when a person is deleted.
  oldest: 9,
  name: 'several aliases for one address, their notes, plans, API keys',
  sqlite: [
    'DROP INDEX aliases_free_plan',
    `CREATE UNIQUE INDEX aliases_free_plan ON aliases (real_email) WHERE instr(alias_email, '@') < 17`,
    // The unique index served the lookup of an address's aliases.
    'CREATE INDEX aliases_real_email ON aliases (real_email)',
    ...tables('TEXT', 'INTEGER', ' STRICT', ' STRICT, WITHOUT ROWID'),
    ...COUNTS,
  ],
  postgres: [
    'CREATE INDEX IF NOT EXISTS aliases_real_email ON aliases (real_email)',
    // The earlier index goes last: its lock keeps readers out until the commit, and a free second alias never fits in
    // between.
    `CREATE UNIQUE INDEX IF NOT EXISTS aliases_one_short_name ON aliases (real_email)
     WHERE length(split_part(alias_email, '@', 1)) < 16`,
    ...tables('uuid', 'bigint', '', ''),
    'DROP INDEX IF EXISTS aliases_free_plan',
    'ALTER INDEX IF EXISTS aliases_one_short_name RENAME TO aliases_free_plan',
  ],
};
