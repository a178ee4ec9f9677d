/** The complaints of receivers about each alias's mail: only their number per day. */

import { deleteRows } from '../delete-rows.ts';
import { number, type Statements, text, writing } from '../statements.ts';
import { isUuid } from '../storable.ts';

/** The complaints of one day about one alias. */
export type ComplaintDay = {
  /** The first millisecond of the day, UTC. */
  day: number;
  complaints: number;
};

/** Number of aliases to list. */
const MOST_LISTED = 50;
const DAY_MS = 86_400_000;

/** All methods reject like those of Store. */
export type ComplaintStore = ReturnType<typeof complaintStore>;

export function complaintStore(statements: Statements) {
  const { read } = statements;
  const write = writing(statements.write, 'complaints');
  return {
    /**
     * Counts one, as other nodes do; a complaint about an unknown alias is ignored. @param at milliseconds since 1970
     */
    async add(alias: string, at: number): Promise<void> {
      const sql = `INSERT INTO complaints (alias_id, day, complaints)
        SELECT id, CAST($2 AS bigint), 1 FROM aliases WHERE alias_email = $1
        ON CONFLICT (alias_id, day) DO UPDATE SET complaints = complaints.complaints + 1`;
      await write(sql, [alias, at - (at % DAY_MS)]);
    },
    /** The aliases with the most complaints since a moment, the most first. @param since milliseconds since 1970 */
    async most(since: number): Promise<{ alias: string; complaints: number }[]> {
      const sql = `SELECT a.alias_email AS alias, CAST(sum(c.complaints) AS bigint) AS number
        FROM complaints AS c JOIN aliases AS a ON a.id = c.alias_id WHERE c.day > $1
        GROUP BY a.alias_email ORDER BY 2 DESC, 1 LIMIT ${MOST_LISTED}`;
      const rows = await read(sql, [since - DAY_MS]);
      return rows.map((row) => ({ alias: text(row.alias), complaints: number(row.number) }));
    },
    /** Newest first. */
    async of(aliasId: string): Promise<ComplaintDay[]> {
      if (!isUuid(aliasId)) return [];
      const sql = 'SELECT day, complaints FROM complaints WHERE alias_id = $1 ORDER BY day DESC';
      const rows = await read(sql, [aliasId]);
      return rows.map((row) => ({ day: number(row.day), complaints: number(row.complaints) }));
    },
    /**
     * Deletes those of days that were over at a given time. @param at milliseconds since 1970 @returns the number of
     * deleted rows
     */
    async forgetBefore(at: number): Promise<number> {
      const days = {
        table: 'complaints',
        time: 'day',
        until: at - DAY_MS,
        key: 'alias_id, day',
      } as const;
      return deleteRows(statements, days);
    },
  };
}
