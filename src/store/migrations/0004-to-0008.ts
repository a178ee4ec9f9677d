import type { Migration } from './migration.ts';

/** The owner's choice: `replace` or `refuse`; null: none yet. An earlier program would ignore it. */
export const replyBody: Migration = {
  version: 4,
  oldest: 4,
  name: "an owner's choice for answers that show the real address",
  sqlite: ['ALTER TABLE alias_states ADD COLUMN reply_body TEXT'],
  postgres: ['ALTER TABLE alias_states ADD COLUMN IF NOT EXISTS reply_body text'],
};

/** `octets`: of the texts of the row; it is before the long `mx`, so that their sum reads no further. */
const policies = (text: string, integer: string, end: string) =>
  `CREATE TABLE IF NOT EXISTS sts_policies (
     domain ${text} PRIMARY KEY NOT NULL, id ${text} NOT NULL, mode ${text} NOT NULL, octets ${integer} NOT NULL,
     fetched_at ${integer} NOT NULL, expires_at ${integer} NOT NULL, used_at ${integer} NOT NULL, mx ${text} NOT NULL
   )${end}`;

/** Policies of other domains for their mail servers. An earlier program does not use them, so it can continue. */
export const stsPolicies: Migration = {
  version: 5,
  oldest: 4,
  name: "policies of other domains' mail servers (MTA-STS)",
  sqlite: [policies('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID')],
  postgres: [policies('text', 'bigint', '')],
};

/**
 * `day` is its first millisecond in UTC. An earlier program can work on it: it counts none, and rows of deleted aliases
 * expire.
 */
const complaintsTable = (id: string, integer: string, options: string): string[] => [
  `CREATE TABLE IF NOT EXISTS complaints (
     alias_id ${id} NOT NULL, day ${integer} NOT NULL, complaints ${integer} NOT NULL,
     PRIMARY KEY (alias_id, day)
   )${options}`,
  `CREATE INDEX IF NOT EXISTS complaints_day ON complaints (day)`,
];

export const complaints: Migration = {
  version: 6,
  oldest: 4,
  name: 'complaints of receivers, by alias and day',
  sqlite: complaintsTable('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: complaintsTable('uuid', 'bigint', ''),
};

/** The time at which an alias expires, in milliseconds since 1970. An earlier program would ignore it. */
export const endsAt: Migration = {
  version: 7,
  oldest: 7,
  name: 'aliases that end by themselves',
  sqlite: [
    'ALTER TABLE alias_states ADD COLUMN ends_at INTEGER',
    'CREATE INDEX alias_states_ends_at ON alias_states (ends_at) WHERE ends_at IS NOT NULL',
  ],
  postgres: [
    'ALTER TABLE alias_states ADD COLUMN IF NOT EXISTS ends_at bigint',
    'CREATE INDEX IF NOT EXISTS alias_states_ends_at ON alias_states (ends_at) WHERE ends_at IS NOT NULL',
  ],
};

/**
 * The senders of each alias, under MACs. `rule`: `seen`, `let`, `blocked` or `waiting`; `at`: its last change;
 * `seen_at`: when a message from the sender last arrived, null: none; `name`: sealed, if the owner has made the rule,
 * and while the sender waits. Times are milliseconds since 1970.
 */
const senders = (id: string, text: string, integer: string, end: string): string[] => [
  `CREATE TABLE IF NOT EXISTS alias_senders (
     alias_id ${id} NOT NULL, sender ${text} NOT NULL, rule ${text} NOT NULL, at ${integer} NOT NULL,
     seen_at ${integer}, name ${text}, PRIMARY KEY (alias_id, sender)
   )${end}`,
  `CREATE INDEX IF NOT EXISTS alias_senders_at ON alias_senders (rule, at)`,
];

/** The flags of a state: mail comes from known senders only, and there are blocked ones. */
const COLUMNS = ['known_only', 'has_blocked'];

/** An earlier program would neither apply the owner's rules nor delete the rows. */
export const aliasSenders: Migration = {
  version: 8,
  oldest: 8,
  name: 'the senders that an alias knows, and those that its owner has blocked',
  sqlite: [
    ...COLUMNS.map((name) => `ALTER TABLE alias_states ADD COLUMN ${name} INTEGER`),
    'ALTER TABLE history ADD COLUMN sender TEXT',
    'ALTER TABLE history ADD COLUMN name TEXT',
    ...senders('TEXT', 'TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  ],
  postgres: [
    ...COLUMNS.map((name) => `ALTER TABLE alias_states ADD COLUMN IF NOT EXISTS ${name} bigint`),
    'ALTER TABLE history ADD COLUMN IF NOT EXISTS sender text',
    'ALTER TABLE history ADD COLUMN IF NOT EXISTS name text',
    ...senders('uuid', 'text', 'bigint', ''),
  ],
};
