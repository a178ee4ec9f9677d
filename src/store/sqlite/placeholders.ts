/** The placeholders `$1`, `$2`, ... of statements for both databases, as SQLite binds them. */

import type { Value } from '../statements.ts';

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
