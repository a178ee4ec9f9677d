/**
 * The owner's side as its own machine, beside the specified screen's. It does not use the DOM, a clock or the network.
 */

import { machineOf, next } from '../../next.ts';
import { SEEN } from './confirm/seen.ts';
import { CONFIRM } from './confirm/step.ts';
import type { OwnerCommand, OwnerEvent, OwnerNext } from './events.ts';
import { LINK } from './link/step.ts';
import { PAUSE } from './pause/step.ts';
import { NOTHING_UNASKED, ownAlias, type OwnerState, panelOf } from './state.ts';
import { UNASKED } from './unasked/step.ts';

const stepped = machineOf<OwnerState, OwnerEvent, OwnerCommand>({
  ...SEEN,
  ...CONFIRM,
  ...LINK,
  ...PAUSE,
  ...UNASKED,
  showPressed(state) {
    const { owner } = state;
    return owner === undefined ? next(state) : next(state, { do: 'show', email: owner });
  },
  offerTaken: (state) => next({ ...state, addingPasskey: true }),
  /** Nothing was changed by the press; the address stays, for a new letter. */
  sessionEnded(state) {
    const { owner } = state;
    if (owner === undefined || panelOf(state) !== 'owner') return next(state);
    const ended = { ...state, owner: undefined, done: undefined, signedOut: owner };
    return next(ended, { do: 'hide', email: owner });
  },
  /** The alias is gone from this browser, or the visitor returns from another page: the screen starts over. */
  left(state, { farewell }) {
    const staysSignedIn = farewell === 'aliasDeleted' || farewell === 'halfWay';
    const owner = staysSignedIn ? state.owner : undefined;
    const mine = panelOf(state) === 'owner';
    const gone = { ...state, owner, done: undefined, farewell };
    return mine ? next(gone, { do: 'leave' }) : next(gone);
  },
});

/** @param now milliseconds since 1970 */
export function ownerStep(before: OwnerState, event: OwnerEvent, now: number): OwnerNext {
  const { state, commands } = withOwner(before, stepped(before, event, now), event);
  const alias = ownAlias(state);
  if (!alias) return { state, commands };
  const known = ownAlias(before);
  const follow: OwnerCommand[] = [];
  if (known?.id !== alias.id || event.type === 'cameBack') {
    follow.push({ do: 'readPause', id: alias.id });
  }
  if (state.done && !(known && before.done)) follow.push({ do: 'tellForwarded' });
  return next(state, ...commands, ...follow);
}

/** A new session, or a visitor who returns, loads the aliases that someone created for the address. */
function withOwner(
  before: OwnerState,
  { state, commands }: OwnerNext,
  event: OwnerEvent,
): OwnerNext {
  const { owner } = state;
  const isNew = owner !== before.owner;
  const current = isNew ? { ...state, unasked: NOTHING_UNASKED } : state;
  if (owner === undefined || !(isNew || event.type === 'cameBack')) {
    return next(current, ...commands);
  }
  return next(current, ...commands, { do: 'readUnasked', owner });
}
