/** Parts of a column with addresses, in SQLite's SQL. */

export const domainOf = (column: string): string => `substr(${column}, instr(${column}, '@') + 1)`;

/** As the index `aliases_free_plan` has it: `alias-` and nine digits before the at sign, at most. */
export const isShortName = (column: string): string => `instr(${column}, '@') < 17`;

/** The key of `alias_counts`. */
export const countKeyOf = (column: string): string =>
  `iif(${isShortName(column)}, '', '+') || ${domainOf(column)}`;
