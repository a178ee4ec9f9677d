import type { Migration } from './migration.ts';

/**
 * `day` is its first millisecond in UTC. An earlier program can work on it: it counts none, and rows of deleted aliases
 * expire.
 */
const table = (id: string, integer: string, options: string): string[] => [
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
  sqlite: table('TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  postgres: table('uuid', 'bigint', ''),
};
