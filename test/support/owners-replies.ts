/** The replies of owners, for an api in memory. */

import { NewCorrespondents, NO_CORRESPONDENT_LIMIT } from '#api/functions/new-correspondents.ts';
import type { OwnersReplies } from '#api/functions/function-call.ts';
import { deriveKeys } from '#mail/keys.ts';
import { ReplyAddresses } from '#mail/return-path/reply-addresses.ts';
import type { Store } from '#store/store.ts';

const SECRETS = ['a secret for tests'];

/** @param store counts new correspondents; absent: they are not counted */
export function ownersReplies(
  store?: Pick<Store, 'auth'>,
  now: () => number = Date.now,
): OwnersReplies & { addresses: ReplyAddresses } {
  const { reply, log } = deriveKeys(SECRETS);
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
