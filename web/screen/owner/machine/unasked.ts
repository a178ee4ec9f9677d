/** Aliases that someone created for the owner's address: the owner keeps or deletes each. */

import type { OwnerCommand } from './events.ts';
import type { UnaskedAlias } from '../../../client/unconfirmed-aliases.ts';
import { NOTHING_UNASKED, type OwnerState, ownAlias } from './state.ts';

type Next = { state: OwnerState; commands: readonly OwnerCommand[] };

/** @param kept aliases of this browser were kept */
export function unaskedTold(
  state: OwnerState,
  { owner, rows, kept }: { owner: string; rows: UnaskedAlias[]; kept: boolean },
): Next {
  if (owner !== state.owner) return { state, commands: [] };
  const { busy, gone } = state.unasked;
  const told = { ...state, unasked: { ...NOTHING_UNASKED, rows, busy, gone } };
  if (!kept) return { state: told, commands: [] };
  const alias = ownAlias(state);
  // Its settings can only be read now.
  return alias
    ? { state: told, commands: [{ do: 'readPause', id: alias.id }] }
    : forwarded(told, owner);
}

export function unaskedPressed(
  state: OwnerState,
  { id, keep }: { id: string; keep: boolean },
): Next {
  if (state.unasked.busy !== undefined) return { state, commands: [] };
  return {
    state: {
      ...state,
      unasked: { ...state.unasked, busy: { id, keep }, failed: undefined, gone: undefined },
    },
    commands: [{ do: 'answerUnasked', id, keep }],
  };
}

/** @param done false: the server did not say */
export function unaskedEnded(
  state: OwnerState,
  { id, keep, done }: { id: string; keep: boolean; done: boolean },
): Next {
  const { unasked, owner, seen } = state;
  if (!done) {
    const failed = { ...unasked, busy: undefined, failed: id };
    return { state: { ...state, unasked: failed }, commands: [] };
  }
  const rows = unasked.rows.filter((row) => row.id !== id);
  const gone = keep ? undefined : unasked.rows.find((row) => row.id === id)?.alias;
  const ended = { ...state, unasked: { ...NOTHING_UNASKED, rows, gone } };
  if (keep) return owner === undefined ? { state: ended, commands: [] } : forwarded(ended, owner);
  // The alias on the screen is the one that is gone.
  return { state: ended, commands: seen.alias?.id === id ? [{ do: 'leave' }] : [] };
}

/** The screen shows the alias, and says that mail is forwarded now. */
const forwarded = (state: OwnerState, owner: string): Next => ({
  state: { ...state, done: { email: owner, code: undefined } },
  commands: ownAlias(state) ? [] : [{ do: 'show', email: owner }],
});
