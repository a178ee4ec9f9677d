/** Aliases that someone created for the owner's address: the owner keeps or deletes each. */

import { next } from '../../../next.ts';
import type { OwnerNext, OwnerSteps, UnaskedEvent } from '../events.ts';
import { NOTHING_UNASKED, ownAlias, type OwnerState } from '../state.ts';

export const UNASKED: OwnerSteps<UnaskedEvent> = {
  unaskedTold(state, { owner, rows, kept }) {
    if (owner !== state.owner) return next(state);
    const { busy, gone } = state.unasked;
    const told = { ...state, unasked: { ...NOTHING_UNASKED, rows, busy, gone } };
    if (!kept) return next(told);
    const alias = ownAlias(state);
    // Its settings can only be read now.
    return alias ? next(told, { do: 'readPause', id: alias.id }) : forwarded(told, owner);
  },
  unaskedPressed(state, { id, keep }) {
    if (state.unasked.busy !== undefined) return next(state);
    const unasked = { ...state.unasked, busy: { id, keep }, failed: undefined, gone: undefined };
    return next({ ...state, unasked }, { do: 'answerUnasked', id, keep });
  },
  unaskedEnded(state, { id, keep, done }) {
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
  },
};

/** The screen shows the alias, and says that mail is forwarded now. */
function forwarded(before: OwnerState, owner: string): OwnerNext {
  const state = { ...before, done: { email: owner } };
  return ownAlias(state) ? next(state) : next(state, { do: 'show', email: owner });
}
