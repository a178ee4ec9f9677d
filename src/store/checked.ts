/** The findings of a check that has read a database as a whole. */
export type Check = {
  /** The file, or server and database without user and password. */
  database: string;
  /** The faults found, a sentence each; empty: the database is whole. */
  faults: string[];
  /** Version of the schema; 0 where it holds no table of ours. */
  version: number;
  /** Whether this program can work on it; an older schema is brought up to date by the next start. */
  usable: boolean;
  /** Rows by what they are, in the order in which they are to be shown. */
  counts: [what: string, rows: number][];
};
