/** Aliases made in `confirmed` and never confirmed: they carried no mail, and their names return to the pool. */

import { type NameSpace, namesPerDomain } from '#rules/alias.ts';
import {
  CROWD,
  type Ownership,
  UNCONFIRMED_IN_A_CROWD_MS,
  UNCONFIRMED_MS,
} from '#rules/ownership.ts';
import type { Alias } from '../alias.ts';
import type { removals } from './removals.ts';

/** Rows per write, which blocks the process of an embedded database for some milliseconds. */
const BATCH = 200;

type Owners = Pick<ReturnType<typeof removals>, 'expireUnconfirmed' | 'unconfirmedByDomain'>;

export type ExpiryOptions = {
  owners: Owners;
  space: NameSpace;
  ownership: Ownership;
  /** Milliseconds since 1970. */
  now: number;
};

/** Deletes the expired aliases. @returns the deleted rows @throws StoreUnavailable; some may be deleted by then */
export async function expireUnconfirmed(options: ExpiryOptions): Promise<Alias[]> {
  const { owners, space, now } = options;
  const { mode, since } = options.ownership;
  if (mode === 'open') return [];
  const gone = await expired(owners, { madeSince: since, madeBefore: now - UNCONFIRMED_MS });
  const crowd = CROWD * namesPerDomain(space.numbers);
  for (const { domain, unconfirmed } of await owners.unconfirmedByDomain(since)) {
    if (unconfirmed <= crowd || !space.domains.includes(domain)) continue;
    const made = { madeSince: since, madeBefore: now - UNCONFIRMED_IN_A_CROWD_MS, domain };
    gone.push(...(await expired(owners, made)));
  }
  return gone;
}

async function expired(
  owners: Owners,
  made: { madeSince: number; madeBefore: number; domain?: string },
): Promise<Alias[]> {
  const gone: Alias[] = [];
  for (;;) {
    const batch = await owners.expireUnconfirmed({ ...made, limit: BATCH });
    gone.push(...batch);
    if (batch.length < BATCH) return gone;
  }
}
