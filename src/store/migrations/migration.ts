/** One step of the schema, in both dialects. A released step is never edited; a new one follows it. */
export type Migration = {
  /** 1, 2, 3 ... without a gap. */
  version: number;
  /**
   * The oldest program version that can work on the database after this step. A value below the step's own version lets
   * nodes of the previous version run and start during an upgrade. That is for steps that only add, and whose additions
   * such a program may ignore: no data that it would have to write, to delete at a person's request, or to apply.
   */
  oldest: number;
  /** What the step adds, for the log. */
  name: string;
  /** Statements for SQLite, run in one transaction. */
  sqlite: readonly string[];
  /** Statements for PostgreSQL and compatible engines; each may run again if a transaction failed half-way. */
  postgres: readonly string[];
};
