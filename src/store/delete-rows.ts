/** Deletes expired rows in batches, so that lookups and notes of mail get their turn in between. */

import type { Statements, TableName } from './statements.ts';

/** Rows per statement: some milliseconds and one flush of the disk. */
const BATCH = 1000;

export type OldRows = {
  table: TableName;
  /** The column with the time. */
  time: string;
  /** Milliseconds since 1970; rows of this exact time are deleted, too. */
  until: number;
  /** A further condition on the rows; `$1` is `until`. Absent: none. */
  and?: string;
  /** The columns that name a row. */
  key: string;
};

/** @returns the number of deleted rows @throws StoreUnavailable; some may be deleted by then */
export async function deleteRows(
  { write, lockRows }: Statements,
  { table, time, until, and = 'true', key }: OldRows,
): Promise<number> {
  // Locked in the same order everywhere, so that two nodes never wait for each other.
  const sql = `DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${time} <= $1 AND ${and}
      ORDER BY ${time}, ${key} LIMIT ${BATCH} ${lockRows})
    RETURNING 1 AS one`;
  for (let rows = 0; ; ) {
    const deleted = (await write(sql, [until], { changes: table })).length;
    rows += deleted;
    if (deleted < BATCH) return rows;
  }
}
