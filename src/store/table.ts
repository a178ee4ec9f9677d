/** Tables whose rows are read and written by one list of their columns, from which their type follows too. */

import {
  bit,
  type Change,
  insertion,
  insertRow,
  number,
  numberOrNull,
  type Row,
  type Statements,
  type TableName,
  text,
  textOrNull,
  type Value,
} from './statements.ts';

/** How the values of a column are read and written. */
export type Column<T> = { read: (value: unknown) => T; write: (value: T) => Value };

const same = (value: Value): Value => value;

export const TEXT: Column<string> = { read: text, write: same };
export const TEXT_OR_NULL: Column<string | null> = { read: textOrNull, write: same };
export const NUMBER: Column<number> = { read: number, write: same };
export const NUMBER_OR_NULL: Column<number | null> = { read: numberOrNull, write: same };
export const FLAG: Column<boolean> = { read: (value) => number(value) === 1, write: bit };

/** One of several words. @param other is returned for a word of a later program */
export const wordOf = <Word extends string>(words: readonly Word[], other: Word): Column<Word> => ({
  read: (value) => words.find((word) => word === value) ?? other,
  write: same,
});

/** The columns by the names that the program has for them: `userId` is `user_id`. */
type Columns<Entry> = { readonly [Name in keyof Entry]: Column<Entry[Name]> };

/** The program's form of a table's rows. */
export type EntryOf<T> = T extends Table<infer Entry> ? Entry : never;

export class Table<Entry extends object> {
  readonly #name: TableName;
  readonly #members: Member<Entry>[] = [];

  constructor(name: TableName, columns: Columns<Entry>) {
    this.#name = name;
    for (const member in columns) {
      this.#members.push(memberOf<Entry, typeof member>(member, columns[member]));
    }
  }

  /** Their names in the database. */
  get columns(): string[] {
    return this.#members.map(({ column }) => column);
  }

  /** @param row with all of the columns, and possibly others */
  readonly read = (row: Row): Entry =>
    Object.assign({}, ...this.#members.map((member) => member.read(row)));

  /** Inserts a row; an existing one stays unchanged. @param more columns @returns whether it was inserted */
  insert(statements: Statements, entry: Entry, more: Record<string, Value> = {}): Promise<boolean> {
    return insertRow(statements, this.#name, { ...this.#rowOf(entry), ...more });
  }

  /** The statement of `insert`. */
  inserting(entry: Entry): [string, Value[], Change] {
    return insertion(this.#name, this.#rowOf(entry));
  }

  /** The statement that replaces the row with the same key, or inserts one. @param key columns */
  putting(entry: Entry, key: string): [string, Value[], Change] {
    const set = this.columns.map((column) => `${column} = excluded.${column}`).join(', ');
    const conflict = `ON CONFLICT (${key}) DO UPDATE SET ${set}`;
    return insertion(this.#name, this.#rowOf(entry), conflict);
  }

  #rowOf(entry: Entry): Record<string, Value> {
    return Object.fromEntries(this.#members.map(({ column, write }) => [column, write(entry)]));
  }
}

type Member<Entry> = {
  column: string;
  read: (row: Row) => object;
  write: (entry: Entry) => Value;
};

function memberOf<Entry, Name extends keyof Entry & string>(
  name: Name,
  { read, write }: Column<Entry[Name]>,
): Member<Entry> {
  const column = columnOf(name);
  return {
    column,
    read: (row) => ({ [name]: read(row[column]) }),
    write: (entry) => write(entry[name]),
  };
}

/** `user_id` of `userId`. */
export const columnOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
