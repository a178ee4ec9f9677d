/** The ownership mode of all nodes, kept in the database with the time since when it holds. */

import type { Ownership, OwnershipMode } from '#rules/ownership.ts';
import type { Store } from '#store/store.ts';
import type { Log } from '../observe/log.ts';

const NAME = 'ownership';
const OPEN = 'open';
const CONFIRMED = 'confirmed';

/**
 * Records a node's mode at its start. The same mode as before keeps its time; a different one starts now.
 * @param now milliseconds since 1970
 * @throws StoreUnavailable
 */
export async function beginOwnership(
  store: Pick<Store, 'setting' | 'changeSetting'>,
  mode: OwnershipMode,
  now: number,
): Promise<Ownership> {
  const mine = written(mode === 'open' ? { mode, since: undefined } : { mode, since: now });
  for (;;) {
    const kept = await store.setting(NAME, mine);
    const ownership = read(kept);
    if (ownership.mode === mode) return ownership;
    // If another node was faster, its record is read instead.
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
      { here: here.mode, kept: read(kept).mode },
      'OWNERSHIP differs between nodes, or has changed since this one started: set the same value on all nodes and restart them',
    );
  } catch (err) {
    log.warn({ err }, 'cannot check OWNERSHIP of the other nodes');
  }
}

const written = ({ mode, since }: Ownership) => (mode === 'open' ? OPEN : `${CONFIRMED} ${since}`);

function read(kept: string): Ownership {
  return kept === OPEN
    ? { mode: 'open', since: undefined }
    : { mode: 'confirmed', since: Number(kept.slice(CONFIRMED.length + 1)) };
}
