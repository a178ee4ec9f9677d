/** PostgreSQL's SQL: parts of a column with addresses. */

export const domainOf = (column: string): string => `split_part(${column}, '@', 2)`;

/** As in the index `aliases_free_plan`: `alias-` and at most nine digits before the at sign. */
export const isShortName = (column: string): string => `length(split_part(${column}, '@', 1)) < 16`;

/** The domain, with a plus sign in front of it if the name is not short. */
export const countKeyOf = (column: string): string =>
  `CASE WHEN ${isShortName(column)} THEN '' ELSE '+' END || ${domainOf(column)}`;
