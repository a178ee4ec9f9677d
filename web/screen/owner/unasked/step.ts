/** Aliases that someone created for the owner's address: the owner keeps or deletes each. */

import { next } from '../../../next.ts';
import type { OwnerNext } from '../events.ts';
import { ownAlias, type OwnerState } from '../state.ts';
import { NOTHING_UNASKED, type UnaskedAlias } from './state.ts';

/** @param kept aliases of this browser were kept */
export function unaskedTold(
  state: OwnerState,
  { owner, rows, kept }: { owner: string; rows: UnaskedAlias[]; kept: boolean },
): OwnerNext {
  if (owner !== state.owner) return next(state);
  const { busy, gone } = state.unasked;
  const told = { ...state, unasked: { ...NOTHING_UNASKED, rows, busy, gone } };
  if (!kept) return next(told);
  const alias = ownAlias(state);
  // Its settings can only be read now.
  return alias ? next(told, { do: 'readPause', id: alias.id }) : forwarded(told, owner);
}

export function unaskedPressed(
  state: OwnerState,
  { id, keep }: { id: string; keep: boolean },
): OwnerNext {
  if (state.unasked.busy !== undefined) return next(state);
  const unasked = { ...state.unasked, busy: { id, keep }, failed: undefined, gone: undefined };
  return next({ ...state, unasked }, { do: 'answerUnasked', id, keep });
}

/** @param done false: the server did not say */
export function unaskedEnded(
  state: OwnerState,
  { id, keep, done }: { id: string; keep: boolean; done: boolean },
): OwnerNext {
  const { unasked, owner, seen } = state;
  if (!done) {
    return next({ ...state, unasked: { ...unasked, busy: undefined, failed: id } });
  }
  const rows = unasked.rows.filter((row) => row.id !== id);
  const gone = keep ? undefined : unasked.rows.find((row) => row.id === id)?.alias;
  const ended = { ...state, unasked: { ...NOTHING_UNASKED, rows, gone } };
  if (keep) return owner === undefined ? next(ended) : forwarded(ended, owner);
  // The alias on the screen is the one that is gone.
  return seen.alias?.id === id ? next(ended, { do: 'leave' }) : next(ended);
}

/** The screen shows the alias, and says that mail is forwarded now. */
function forwarded(before: OwnerState, owner: string): OwnerNext {
  const state = { ...before, done: { email: owner, code: undefined } };
  return ownAlias(state) ? next(state) : next(state, { do: 'show', email: owner });
}
