/** Deletes aliases that nobody confirmed in time, so that whoever only fills a domain holds no name for long. */

import { type NameSpace, namesPerDomain } from '#rules/alias.ts';
import {
  CROWD,
  type Ownership,
  UNCONFIRMED_IN_A_CROWD_MS,
  UNCONFIRMED_MS,
} from '#rules/ownership.ts';
import type { OwnerStore } from '#store/owners/owner-store.ts';
import type { Alias } from '#store/store.ts';

/** Rows of one statement: mail waits behind it for no more than a few milliseconds. */
const AT_ONCE = 500;

export type ExpireOptions = {
  owners: Pick<OwnerStore, 'expireUnconfirmed' | 'unconfirmedByDomain'>;
  ownership: Ownership;
  space: NameSpace;
  /** Told of each alias that went. */
  switched: (alias: Alias) => void;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Rows of before `confirmed` began stay, whatever their age; in `open` all do. @throws StoreUnavailable */
export async function expireUnconfirmed(options: ExpireOptions): Promise<void> {
  const { owners, ownership, space, now } = options;
  const { since } = ownership;
  if (since === undefined) return;
  await expire(options, { madeSince: since, madeBefore: now() - UNCONFIRMED_MS });
  const crowd = CROWD * namesPerDomain(space.numbers);
  for (const { domain, unconfirmed } of await owners.unconfirmedByDomain(since)) {
    if (unconfirmed <= crowd) continue;
    const madeBefore = now() - UNCONFIRMED_IN_A_CROWD_MS;
    await expire(options, { madeSince: since, madeBefore, domain });
  }
}

type Made = { madeSince: number; madeBefore: number; domain?: string };

async function expire({ owners, switched }: ExpireOptions, made: Made): Promise<void> {
  for (;;) {
    const gone = await owners.expireUnconfirmed({ ...made, limit: AT_ONCE });
    for (const alias of gone) switched(alias);
    if (gone.length < AT_ONCE) return;
  }
}
