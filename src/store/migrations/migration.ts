/** One step of the schema, in both dialects. A step that was ever released is never edited; a new one follows it. */
export type Migration = {
  /** 1, 2, 3 ... without a gap. */
  version: number;
  /**
   * The version that a program must know to work on the database after this step. An earlier one than the step's own keeps nodes of
   * the version before running, and lets them start, while others are upgraded. That is for steps which only add, and
   * whose additions such a program may pass over: nothing that it would have to write, to delete when somebody asks to be
   * forgotten, or to obey.
   */
  oldest: number;
  /** The addition that the step makes, for the log. */
  name: string;
  /** Statements for SQLite, run in one transaction. */
  sqlite: readonly string[];
  /** Statements for PostgreSQL and what speaks its dialect; each may be run again where a transaction failed half-way. */
  postgres: readonly string[];
};
