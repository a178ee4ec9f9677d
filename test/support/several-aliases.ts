/** An owner who may have several aliases, in an api in memory. */

import { createManyAliases, type ManyAliases } from '#auth/aliases/many-aliases.ts';
import { noteSealing } from '#auth/aliases/note-sealing.ts';
import type { Store } from '#store/store.ts';
import { isObject } from '#api/body.ts';
import type { Answer } from './api.ts';
import type { AuthUnderTestOptions } from './auth.ts';
import { type Owner, ownerOf } from './owner.ts';

export const SECRET = 'a secret for tests';

type Change = Partial<Parameters<typeof createManyAliases>[0]>;

export function manyAliasesOf(store: Store, now: () => number, change: Change = {}): ManyAliases {
  return createManyAliases({
    store,
    domains: ['a.test', 'b.test'],
    perOwner: 3,
    sealing: noteSealing([SECRET]),
    lastArrivals: () => [],
    writeHistory: async () => {},
    switched: () => {},
    now,
    ...change,
  });
}

/** @param change of the module's options; `perOwner` is 3 otherwise */
export function severalAliases(
  after: (cleanUp: () => Promise<void> | void) => void,
  change: Change = {},
  options: AuthUnderTestOptions = {},
): Promise<Owner> {
  return ownerOf(after, {
    ...options,
    apiOf: (store, now) => ({
      manyAliases: manyAliasesOf(store, now, change),
      noteSealing: noteSealing([SECRET]),
    }),
  });
}

/** The aliases in the answer of GET functions/v1/aliases. */
export function listed({ json }: Answer): Record<string, unknown>[] {
  return Array.isArray(json.aliases) ? json.aliases.filter(isObject) : [];
}
