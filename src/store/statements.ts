/**
 * Statements in SQL that both SQLite and PostgreSQL accept. A placeholder is `$1`, `$2`, ...; booleans are 0 and 1,
 * octets are base64url text (except the ledger's keys), JSON is text.
 */

import { isUuid } from './storable.ts';

export type Row = Record<string, unknown>;
export type Value = string | number | Uint8Array | null;

/** The tables that the program writes. */
export type TableName =
  | 'aliases'
  | 'alias_notes'
  | 'alias_senders'
  | 'alias_states'
  | 'complaints'
  | 'history'
  | 'history_days'
  | 'ledger'
  | 'plans'
  | 'retired_names'
  | 'settings'
  | 'sts_policies'
  | `auth_${
      | 'api_keys'
      | 'challenges'
      | 'factors'
      | 'flows'
      | 'identities'
      | 'letter_budget'
      | 'one_time'
      | 'passkeys'
      | 'sessions'
      | 'signing_keys'
      | 'users'}`;

/**
 * What a statement writes: a database that keeps rows in memory drops those of the table. `added`: the key of the
 * ledger's new entry.
 */
export type Change = { changes: TableName } | { changes: 'ledger'; added: Buffer };

/** A statement of a transaction; one without a change only reads. */
export type Step = readonly [sql: string, values: readonly Value[], change?: Change];

/**
 * Statements in order; each gets its rows before the next is chosen. It may run a second time from its beginning, and
 * changes nothing except by its statements.
 */
export type StatementSteps<Result> = () => Generator<Step, Result, Row[]>;

/**
 * The access to a database. All reject with StoreUnavailable if it does not respond, and with RowRefused if a CHECK
 * constraint rejects a row.
 */
export type Statements = {
  /** For statements that change nothing. */
  read: (sql: string, values: readonly Value[]) => Promise<Row[]>;
  /**
   * Resolves when it is durable. It must not be able to violate any constraint other than a CHECK: writes of one turn
   * share a transaction.
   */
  write: (sql: string, values: readonly Value[], change: Change) => Promise<Row[]>;
  /**
   * Runs the steps as one transaction: all of them are kept, or none. They follow the rule of `write`; only the first
   * may violate a CHECK.
   */
  transaction: <Result>(steps: StatementSteps<Result>) => Promise<Result>;
  /**
   * The end of a SELECT whose rows a write depends on: another write that depends on them waits, and reads them again.
   * Empty if one statement writes at a time.
   */
  lockRows: string;
  json: JsonFunctions;
};

/** The differences between the two databases. */
export type JsonFunctions = {
  /** The functions that make a JSON object, and an array of a column. */
  object: string;
  array: string;
  /** A table of `id` and `count`, from the placeholder's object `{"id": count, ...}`. */
  counts: (placeholder: string) => string;
};

/** `write` for a store that writes one table. */
export const writing =
  (write: Statements['write'], changes: TableName): Statements['read'] =>
  (sql, values) =>
    write(sql, values, { changes });

/** Inserts a row; an existing one stays unchanged. @returns whether it was inserted */
export async function insertRow(
  { write }: Statements,
  table: TableName,
  row: Record<string, Value>,
): Promise<boolean> {
  return (await write(...insertion(table, row))).length > 0;
}

/** The statement of `insertRow`; it returns one row if it has written one. @param conflict if the row already exists */
export function insertion(
  table: TableName,
  row: Record<string, Value>,
  conflict = 'ON CONFLICT DO NOTHING',
): [string, Value[], Change] {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places(names, 0)})
    ${conflict} RETURNING 1 AS one`;
  return [sql, Object.values(row), { changes: table }];
}

/** `$3, $4, $5` for a list after `before` other values. */
export function places(list: readonly unknown[], before: number): string {
  return list.map((_, i) => `$${before + i + 1}`).join(', ');
}

export const text = (value: unknown): string => String(value);
export const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : text(value);
/** PostgreSQL's bigint arrives as text. */
export const number = (value: unknown): number => Number(value);
export const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
export const bit = (value: boolean): number => (value ? 1 : 0);

/** Rows of one statement: powers of two, so that few different statements are prepared. */
const LARGEST_BATCH = 64;

/** Runs `sql` for batches of `rows`; its placeholder `?` is the list of their values. */
export async function inBatches(
  run: Statements['read'],
  sql: string,
  rows: readonly Value[][],
): Promise<Row[]> {
  const statements = new Map<number, string>();
  const done = batches(rows).map((batch) => {
    const statement = statements.get(batch.length) ?? sql.replace('?', () => valuesOf(batch));
    statements.set(batch.length, statement);
    return run(statement, batch.flat());
  });
  return (await Promise.all(done)).flat();
}

/** Those of the ids that still have an alias. */
export async function existingAliases(
  { read }: Pick<Statements, 'read'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await inBatches(
    read,
    'SELECT id FROM aliases WHERE id IN (?)',
    [...new Set(ids)].filter(isUuid).map((id) => [id]),
  );
  return new Set(rows.map(({ id }) => text(id)));
}

/** Cuts rows into pieces of 64, 32, 16 ... */
function batches<Item>(rows: readonly Item[]): Item[][] {
  const cut: Item[][] = [];
  for (let from = 0, size = LARGEST_BATCH; from < rows.length; ) {
    while (size > rows.length - from) size /= 2;
    cut.push(rows.slice(from, from + size));
    from += size;
  }
  return cut;
}

/** `($1, $2), ($3, $4)`; of rows with one column `$1, $2`. */
function valuesOf(rows: readonly (readonly unknown[])[]): string {
  let before = 0;
  return rows
    .map((row) => {
      const list = places(row, before);
      before += row.length;
      return row.length === 1 ? list : `(${list})`;
    })
    .join(', ');
}
