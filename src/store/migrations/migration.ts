/** One step of the schema, in both dialects. A step that was ever released is never edited; a new one follows it. */
export type Migration = {
  /** 1, 2, 3 ... without a gap. */
  version: number;
  /** The addition that the step makes, for the log. */
  name: string;
  /** Statements for SQLite, run in one transaction. */
  sqlite: readonly string[];
  /** Statements for PostgreSQL and what speaks its dialect; each may be run again where a transaction failed half-way. */
  postgres: readonly string[];
};
