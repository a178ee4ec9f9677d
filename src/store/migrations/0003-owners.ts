import type { Migration } from './migration.ts';

/**
 * The tables beside an alias: its owner, names that are never given again, and the history of its mail. `aliases` keeps
 * its five columns. Times are milliseconds since 1970. No foreign keys (docs/decisions/sql-written-once.md): data of a deleted row is
 * not found, and is swept away.
 */
const tables = (id: string, integer: string, strict: string, withoutRowid: string): string[] => [
  // `made_at` repeats the row's creation time: through it the partial index below finds unconfirmed rows.
  `CREATE TABLE IF NOT EXISTS alias_states (
     alias_id ${id} PRIMARY KEY NOT NULL, confirmed_at ${integer}, ticket text, paused_until ${integer},
     link_epoch ${integer} NOT NULL DEFAULT 0, made_at ${integer} NOT NULL
   )${withoutRowid}`,
  `CREATE INDEX IF NOT EXISTS alias_states_unconfirmed ON alias_states (made_at) WHERE confirmed_at IS NULL`,
  `CREATE TABLE IF NOT EXISTS retired_names (
     alias_email text PRIMARY KEY NOT NULL, retired_at ${integer} NOT NULL
   )${withoutRowid}`,
  // A row for each failed message, and the number of delivered ones by day (`day` is its first millisecond in UTC).
  `CREATE TABLE IF NOT EXISTS history (
     alias_id ${id} NOT NULL, at ${integer} NOT NULL, kind text NOT NULL, domain text NOT NULL,
     reason text NOT NULL, code ${integer}, host text
   )${strict}`,
  `CREATE INDEX IF NOT EXISTS history_alias_id_at ON history (alias_id, at)`,
  `CREATE INDEX IF NOT EXISTS history_at ON history (at)`,
  `CREATE TABLE IF NOT EXISTS history_days (
     alias_id ${id} NOT NULL, day ${integer} NOT NULL, delivered ${integer} NOT NULL,
     PRIMARY KEY (alias_id, day)
   )${withoutRowid}`,
  `CREATE INDEX IF NOT EXISTS history_days_day ON history_days (day)`,
];

/** Names of the tables. */
export const OWNER_TABLES: readonly string[] = [
  'alias_states',
  'retired_names',
  'history',
  'history_days',
  // Of 0006 and 0008.
  'complaints',
  'alias_senders',
];

/** A retired name counts as used, so the counts of its domain include it. */
const RETIRED_COUNTS = [
  `ALTER TABLE alias_counts ADD COLUMN retired INTEGER NOT NULL DEFAULT 0`,
  `CREATE TRIGGER count_retired AFTER INSERT ON retired_names BEGIN
     INSERT INTO alias_counts (domain, active, inactive, retired)
     VALUES (substr(new.alias_email, instr(new.alias_email, '@') + 1), 0, 0, 1)
     ON CONFLICT (domain) DO UPDATE SET retired = retired + 1;
   END`,
  `CREATE TRIGGER count_unretired AFTER DELETE ON retired_names BEGIN
     UPDATE alias_counts SET retired = retired - 1
     WHERE domain = substr(old.alias_email, instr(old.alias_email, '@') + 1);
   END`,
];

export const owners: Migration = {
  version: 3,
  oldest: 3,
  name: 'owners of aliases, retired names, history',
  sqlite: [...tables('TEXT', 'INTEGER', ' STRICT', ' STRICT, WITHOUT ROWID'), ...RETIRED_COUNTS],
  postgres: tables('uuid', 'bigint', '', ''),
};
