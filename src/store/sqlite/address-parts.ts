/** Parts of a column with addresses, in SQLite's SQL. */

export const domainOf = (column: string): string => `substr(${column}, instr(${column}, '@') + 1)`;

/** As in the index `aliases_free_plan`: `alias-` and at most nine digits before the at sign. */
export const isShortName = (column: string): string => `instr(${column}, '@') < 17`;

/** The key of `alias_counts`. */
export const countKeyOf = (column: string): string =>
  `iif(${isShortName(column)}, '', '+') || ${domainOf(column)}`;
