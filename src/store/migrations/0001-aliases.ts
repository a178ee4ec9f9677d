import type { Migration } from './migration.ts';

/**
 * The table of the product specification with exactly its five columns: all further facts about an alias are in a table
 * beside it, so that `select=*` never widens. The checks repeat the api's rules, also for writers that bypass it.
 */
export const aliases: Migration = {
  version: 1,
  oldest: 1,
  name: 'aliases, ledger, settings, rate limits',
  sqlite: [
    `CREATE TABLE aliases (
       id TEXT PRIMARY KEY NOT NULL CONSTRAINT id_form CHECK (length(id) = 36),
       real_email TEXT NOT NULL
         CONSTRAINT real_email_length CHECK (length(CAST(real_email AS BLOB)) BETWEEN 3 AND 254)
         CONSTRAINT real_email_form CHECK (
           real_email GLOB '?*@?*' AND instr(real_email, char(0)) = 0
           AND real_email NOT GLOB '*[' || char(1) || '-' || char(32) || char(127) || '-' || char(160) || ']*'),
       alias_email TEXT NOT NULL UNIQUE
         CONSTRAINT alias_email_length CHECK (length(CAST(alias_email AS BLOB)) <= 254)
         CONSTRAINT alias_email_form CHECK (
           alias_email GLOB 'alias-[1-9]*@?*' AND instr(alias_email, char(0)) = 0
           AND substr(alias_email, 7, instr(alias_email, '@') - 7) NOT GLOB '*[^0-9]*'
           AND substr(alias_email, instr(alias_email, '@') + 1) NOT GLOB '*[^a-z0-9.-]*'),
       active INTEGER NOT NULL DEFAULT 1 CONSTRAINT active_boolean CHECK (active IN (0, 1)),
       created_at TEXT NOT NULL
     ) STRICT`,
    // The free plan: one alias per real address. A separate index, so that another plan can drop it.
    `CREATE UNIQUE INDEX aliases_free_plan ON aliases (real_email)`,
    // A count of millions of rows would delay every message, so each change updates the counts.
    `CREATE TABLE alias_counts (
       domain TEXT PRIMARY KEY NOT NULL, active INTEGER NOT NULL, inactive INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TRIGGER count_insert AFTER INSERT ON aliases BEGIN
       INSERT INTO alias_counts (domain, active, inactive)
       VALUES (substr(new.alias_email, instr(new.alias_email, '@') + 1), new.active, 1 - new.active)
       ON CONFLICT (domain) DO UPDATE
       SET active = active + excluded.active, inactive = inactive + excluded.inactive;
     END`,
    `CREATE TRIGGER count_update AFTER UPDATE OF active ON aliases WHEN new.active <> old.active BEGIN
       UPDATE alias_counts
       SET active = active + new.active - old.active, inactive = inactive + old.active - new.active
       WHERE domain = substr(new.alias_email, instr(new.alias_email, '@') + 1);
     END`,
    `CREATE TRIGGER count_delete AFTER DELETE ON aliases BEGIN
       UPDATE alias_counts
       SET active = active - old.active, inactive = inactive - 1 + old.active
       WHERE domain = substr(old.alias_email, instr(old.alias_email, '@') + 1);
     END`,
    `CREATE TABLE ledger (
       key BLOB PRIMARY KEY NOT NULL CHECK (length(key) = 32),
       code INTEGER NOT NULL, enhanced TEXT NOT NULL, expires INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ledger_expires ON ledger (expires)`,
    `CREATE TABLE settings (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  ],
  postgres: [
    `CREATE TABLE IF NOT EXISTS aliases (
       id uuid PRIMARY KEY,
       real_email text NOT NULL,
       alias_email text NOT NULL,
       active boolean NOT NULL DEFAULT true,
       created_at timestamptz NOT NULL,
       CONSTRAINT real_email_length CHECK (octet_length(real_email) BETWEEN 3 AND 254),
       CONSTRAINT real_email_form CHECK (real_email LIKE '_%@_%' AND real_email !~ '[\\x01-\\x20\\x7f-\\xa0]'),
       CONSTRAINT alias_email_length CHECK (octet_length(alias_email) <= 254),
       CONSTRAINT alias_email_form CHECK (alias_email ~ '^alias-[1-9][0-9]*@[a-z0-9.-]+$')
     )`,
    `CREATE UNIQUE INDEX IF NOT EXISTS aliases_alias_email ON aliases (alias_email)`,
    `CREATE UNIQUE INDEX IF NOT EXISTS aliases_free_plan ON aliases (real_email)`,
    `CREATE TABLE IF NOT EXISTS ledger (
       key bytea PRIMARY KEY CHECK (octet_length(key) = 32),
       code integer NOT NULL, enhanced text NOT NULL, expires bigint NOT NULL
     )`,
    `CREATE INDEX IF NOT EXISTS ledger_expires ON ledger (expires)`,
    `CREATE TABLE IF NOT EXISTS settings (name text PRIMARY KEY, value text NOT NULL)`,
    // Uses of calls, for all nodes together. An embedded database has one node, which counts in memory.
    `CREATE TABLE IF NOT EXISTS rate_limits (
       key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint
     )`,
  ],
};
