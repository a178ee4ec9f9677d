/** Aliases of a load: real mail goes to ever other ones, so there are more than a cache of a second's mail holds. */

export type Aliases = readonly (readonly [alias: string, real: string])[];

/** As many as a domain has by default, and more: `alias-1000@alias.test` and so on. */
export const USUAL_ALIASES = 10_000;

/** @param count at most 19,000: what the engine's ALIAS_NUMBERS allow here */
export function aliasesOf(count: number): Aliases {
  return Array.from(
    { length: count },
    (_, i) => [`alias-${1000 + i}@alias.test`, `user-${i}@mailbox.test`] as const,
  );
}
