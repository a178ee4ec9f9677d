/** The mode of ownership as all nodes know it: kept in the database with the time since when it holds. */

import type { Ownership, OwnershipMode } from '#rules/ownership.ts';
import type { Store } from '#store/store.ts';
import type { Log } from '../observe/log.ts';

const NAME = 'ownership';
const OPEN = 'open';
const CONFIRMED = 'confirmed';

/**
 * Records a node's mode at its start. The same mode as before keeps its time; another one begins now.
 * @param now milliseconds since 1970
 * @throws StoreUnavailable
 */
export async function beginOwnership(
  store: Pick<Store, 'setting' | 'changeSetting'>,
  mode: OwnershipMode,
  now: number,
): Promise<Ownership> {
  const mine = written({ mode, since: now });
  for (;;) {
    const kept = await store.setting(NAME, mine);
    if (modeOf(kept) === mode) return { mode, since: sinceOf(kept) };
    // Where another node was faster, its record is read again.
    await store.changeSetting(NAME, kept, mine);
  }
}

/**
 * Nodes with different modes answer the same visitor differently: each node whose mode differs from the record warns.
 */
export async function compareOwnership(
  store: Pick<Store, 'setting'>,
  here: Ownership,
  log: Log,
): Promise<void> {
  try {
    const kept = await store.setting(NAME, written(here));
    if (kept === written(here)) return;
    log.warn(
      { here: here.mode, kept: modeOf(kept) },
      'OWNERSHIP is not the same on all nodes, or was changed since this one started: set it alike and start them again',
    );
  } catch (err) {
    log.warn({ err }, 'the mode of ownership of other nodes is not known at the moment');
  }
}

const written = ({ mode, since }: Ownership) => (mode === 'open' ? OPEN : `${CONFIRMED} ${since}`);

const modeOf = (kept: string): OwnershipMode => (kept === OPEN ? 'open' : 'confirmed');

/** Milliseconds since 1970; undefined in `open`. */
function sinceOf(kept: string): number | undefined {
  return kept === OPEN ? undefined : Number(kept.slice(CONFIRMED.length + 1));
}
