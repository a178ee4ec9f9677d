/** An owner who may have several aliases, in an api in memory. */

import { createManyAliases, type ManyAliases } from '#auth/aliases/many-aliases.ts';
import { noteSealing } from '#auth/aliases/alias-label.ts';
import { isObject } from '#api/body.ts';
import type { Answer } from './api.ts';
import type { AuthUnderTestOptions } from './auth.ts';
import { type Owner, ownerOf } from './owner.ts';
import { NewCorrespondents, NO_CORRESPONDENT_LIMIT } from '#api/functions/new-correspondents.ts';
import type { OwnersReplies } from '#api/functions/function-call.ts';
import { deriveKeys } from '#mail/keys.ts';
import { ReplyAddresses } from '#mail/return-path/reply-addresses.ts';
import type { Store } from '#store/store.ts';
import type { After } from './temp-folder.ts';

export const SECRET = 'a secret for tests';

type Change = Partial<Parameters<typeof createManyAliases>[0]>;

export function manyAliasesOf(store: Store, now: () => number, change: Change = {}): ManyAliases {
  return createManyAliases({
    store,
    domains: ['a.test', 'b.test'],
    perOwner: 3,
    sealing: noteSealing([SECRET]),
    spend: async () => 0,
    lastArrivals: () => [],
    writeHistory: async () => {},
    switched: () => {},
    now,
    ...change,
  });
}

/** @param change of the module's options; `perOwner` is 3 otherwise */
export function severalAliases(
  after: After,
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

/**
 * The replies of owners, for an api in memory.
 * @param store counts new correspondents; absent: they are not counted
 */
export function ownersReplies(
  store?: { auth: Pick<Store['auth'], 'letterBudget'> },
  now: () => number = Date.now,
): OwnersReplies & { addresses: ReplyAddresses } {
  const { reply, log } = deriveKeys([SECRET]);
  return {
    addresses: new ReplyAddresses({
      keys: reply,
      bounceDomain: 'b.a.test',
      aliasDomains: ['a.test'],
      now,
    }),
    newCorrespondents: store
      ? new NewCorrespondents({ store: store.auth.letterBudget, keys: [log], now })
      : NO_CORRESPONDENT_LIMIT,
  };
}
