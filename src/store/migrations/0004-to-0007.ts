/** Steps 4 to 7: answers with the real address, policies of other domains, complaints, the end of an alias. */

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

/** Names of the tables. */
export const STS_TABLES: readonly string[] = ['sts_policies'];

/**
 * `day` is its first millisecond in UTC. An earlier program can work on it: it counts none, and rows of deleted aliases
 * expire.
 */
const complaintTables = (id: string, integer: string, options: string): string[] => [
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
  sqlite: complaintTables('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: complaintTables('uuid', 'bigint', ''),
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
