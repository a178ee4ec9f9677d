/** The findings of a complete check of a database. */
export type DatabaseCheck = {
  /** The file, or server and database without user and password. */
  database: string;
  /** The faults found, a sentence each; empty: the database is intact. */
  faults: string[];
  /** Version of the schema; 0 if it has none of our tables. */
  version: number;
  /** Whether this program can work on it; the next start migrates an older schema. */
  usable: boolean;
  /** Number of rows by kind, in the order of display. */
  counts: [what: string, rows: number][];
};

/** Which rows are counted; a database of an earlier version has fewer of the tables. */
export const COUNTED = [
  { what: 'aliases', table: 'aliases', where: '' },
  { what: 'of them switched off', table: 'aliases', where: 'WHERE NOT active' },
  { what: 'names never used again', table: 'retired_names', where: '' },
  { what: 'people who sign in', table: 'auth_users', where: '' },
];
