import type { Migration } from './migration.ts';

/** `octets`: of the texts of the row; it is before the long `mx`, so that their sum reads no further. */
const table = (text: string, integer: string, end: string) =>
  `CREATE TABLE IF NOT EXISTS sts_policies (
     domain ${text} PRIMARY KEY NOT NULL, id ${text} NOT NULL, mode ${text} NOT NULL, octets ${integer} NOT NULL,
     fetched_at ${integer} NOT NULL, expires_at ${integer} NOT NULL, used_at ${integer} NOT NULL, mx ${text} NOT NULL
   )${end}`;

/** Policies of other domains for their mail servers. An earlier program does not use them, so it can continue. */
export const stsPolicies: Migration = {
  version: 5,
  oldest: 4,
  name: "policies of other domains' mail servers (MTA-STS)",
  sqlite: [table('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID')],
  postgres: [table('text', 'bigint', '')],
};

/** Names of the tables. */
export const STS_TABLES: readonly string[] = ['sts_policies'];
