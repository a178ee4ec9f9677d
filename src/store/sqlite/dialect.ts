/** SQLite's SQL: parts of a column with addresses, and the placeholders `$1`, `$2`, ... as it binds them. */

import type { Value } from '../statements.ts';

export const domainOf = (column: string): string => `substr(${column}, instr(${column}, '@') + 1)`;

/** As in the index `aliases_free_plan`: `alias-` and at most nine digits before the at sign. */
export const isShortName = (column: string): string => `instr(${column}, '@') < 17`;

/** The key of `alias_counts`. */
export const countKeyOf = (column: string): string =>
  `iif(${isShortName(column)}, '', '+') || ${domainOf(column)}`;

/**
 * The statement with `?` for each number, if the numbers are in order and each occurs once: binding a value by name
 * costs four times as much as by position, and a batch of history has hundreds.
 * @returns empty if they are not
 */
export function withoutNumbers(sql: string): string {
  const numbers = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  return numbers.every((number, i) => number === i + 1) ? sql.replaceAll(/\$\d+/g, '?') : '';
}

/** `$1`, `$2`, ... as SQLite binds them. */
export function named(values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(values.map((value, i) => [`$${i + 1}`, value]));
}
