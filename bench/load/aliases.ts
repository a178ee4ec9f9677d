/** Aliases of a load: real mail goes to many aliases, so these exceed a cache of one second's mail. */

export type Aliases = readonly (readonly [alias: string, real: string])[];

/** More than the 9,000 names that a domain has by default. */
export const USUAL_ALIASES = 10_000;

/** Addresses of one length, so that a rewritten message has one. @param count at most 20,000: the engine's ALIAS_NUMBERS here */
export function aliasesOf(count: number): Aliases {
  return Array.from(
    { length: count },
    (_, i) => [`alias-${10_000 + i}@alias.test`, `user-${i}@mailbox.test`] as const,
  );
}
