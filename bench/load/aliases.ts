/** Aliases of a load: real mail varies its aliases, so these exceed a cache of a second's mail. */

export type Aliases = readonly (readonly [alias: string, real: string])[];

/** The default number of a domain, and more: `alias-1000@alias.test` and so on. */
export const USUAL_ALIASES = 10_000;

/** @param count at most 19,000: the limit of the engine's ALIAS_NUMBERS here */
export function aliasesOf(count: number): Aliases {
  return Array.from(
    { length: count },
    (_, i) => [`alias-${1000 + i}@alias.test`, `user-${i}@mailbox.test`] as const,
  );
}
