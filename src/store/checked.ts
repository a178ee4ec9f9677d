/** The findings of a complete check of a database. */
export type DatabaseCheck = {
  /** The file, or server and database without user and password. */
  database: string;
  /** The faults found, a sentence each; empty: the database is whole. */
  faults: string[];
  /** Version of the schema; 0 where it holds no table of ours. */
  version: number;
  /** Whether this program can work on it; the next start migrates an older schema. */
  usable: boolean;
  /** Number of rows by kind, in the order of display. */
  counts: [what: string, rows: number][];
};
