/** The table `aliases` in memory, with its two unique indexes. */

import { randomUUID } from 'node:crypto';

export type Row = {
  id: string;
  real_email: string;
  alias_email: string;
  active: boolean;
  created_at: string;
};

export type NewRow = Pick<Row, 'real_email' | 'alias_email'> & Partial<Row>;

export class AliasTable {
  readonly rows: Row[] = [];
  /** The time of a new row, in milliseconds since 1970. */
  now = Date.now;

  /** @returns the row, or the column whose unique index it violates */
  insert(row: NewRow): Row | 'real_email' | 'alias_email' {
    for (const column of ['alias_email', 'real_email'] as const) {
      if (this.rows.some((other) => other[column] === row[column])) return column;
    }
    return this.put(row);
  }

  /** Without the indexes: a table may hold several aliases of one address from before there was a limit. */
  put(row: NewRow): Row {
    const whole = {
      id: randomUUID(),
      active: true,
      created_at: new Date(this.now()).toISOString(),
      ...row,
    };
    this.rows.push(whole);
    return whole;
  }

  of(realEmail: string): Row[] {
    return this.rows
      .filter((row) => row.real_email === realEmail)
      .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  }

  delete(row: Row): void {
    this.rows.splice(this.rows.indexOf(row), 1);
  }
}
