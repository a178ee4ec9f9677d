/**
 * The owner's side as its own machine, beside the specified screen's. It does not use the DOM, a clock or the network.
 */

import { next } from '../../next.ts';
import { checked, polled } from './confirm/polling.ts';
import {
  codeEnded,
  codePressed,
  codeTyped,
  letterEnded,
  letterPressed,
  passkeyPressed,
} from './confirm/step.ts';
import type { OwnerCommand, OwnerEvent, OwnerNext } from './events.ts';
import {
  askedFor,
  briefFlipped,
  denied,
  emailTyped,
  linkEnded,
  noPressed,
  signedIn,
  yesPressed,
} from './link/step.ts';
import { endFailed, endPressed, pauseOver, pauseTold } from './pause/step.ts';
import { seen } from './seen.ts';
import { ownAlias, type OwnerState, panelOf } from './state.ts';
import { NOTHING_UNASKED } from './unasked/state.ts';
import { unaskedEnded, unaskedPressed, unaskedTold } from './unasked/step.ts';

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

function stepped(state: OwnerState, event: OwnerEvent, now: number): OwnerNext {
  switch (event.type) {
    case 'seen':
      return seen(state, event);
    case 'emailTyped':
      return next(emailTyped(state, event.email));
    case 'letterPressed':
      return letterPressed(state, event.place);
    case 'letterEnded':
      return next(letterEnded(state, event, now));
    case 'codeTyped':
      return codeTyped(state, event.place, event.text);
    case 'codePressed':
      return codePressed(state, event.place);
    case 'codeEnded':
      return codeEnded(state, event, now);
    case 'passkeyPressed':
      return passkeyPressed(state);
    case 'polled':
      return event.turn === state.turn ? polled(state, event.left) : next(state);
    case 'cameBack':
      return polled(state, 0);
    case 'checked':
      return next(event.turn === state.turn ? checked(state, event) : state);
    case 'signedIn':
      return signedIn(state, event.owner);
    case 'askedFor':
      return next(askedFor(state, event.about));
    case 'briefFlipped':
      return next(briefFlipped(state));
    case 'yesPressed':
      return yesPressed(state);
    case 'linkEnded':
      return linkEnded(state, event.outcome, now);
    case 'deviceCode':
      return next(state.done ? { ...state, done: { ...state.done, code: event.code } } : state);
    case 'noPressed':
      return noPressed(state);
    case 'denied':
      return next(denied(state, event.outcome));
    case 'linkClosed':
      return next({ ...state, link: undefined });
    case 'showPressed':
      return show(state);
    case 'pauseTold':
      return pauseTold(state, event, now);
    case 'pauseOver':
      return pauseOver(state, event, now);
    case 'endPausePressed':
      return endPressed(state);
    case 'pauseNotEnded':
      return next(endFailed(state, event.id));
    case 'unaskedTold':
      return unaskedTold(state, event);
    case 'unaskedPressed':
      return unaskedPressed(state, event);
    case 'unaskedEnded':
      return unaskedEnded(state, event);
    case 'offerTaken':
      return next({ ...state, addingPasskey: true });
    case 'sessionEnded':
      return sessionEnded(state);
    case 'left':
      return left(state, event.farewell);
  }
}

function show(state: OwnerState): OwnerNext {
  const { owner } = state;
  return owner === undefined ? next(state) : next(state, { do: 'show', email: owner });
}

/** The alias is gone from this browser, or the visitor returns from another page: the screen starts over. */
function left(state: OwnerState, farewell: OwnerState['farewell']): OwnerNext {
  const staysSignedIn = farewell === 'aliasDeleted' || farewell === 'halfWay';
  const owner = staysSignedIn ? state.owner : undefined;
  const mine = panelOf(state) === 'owner';
  const gone = { ...state, owner, done: undefined, farewell };
  return mine ? next(gone, { do: 'leave' }) : next(gone);
}

/** Nothing was changed by the press; the address stays, for a new letter. */
function sessionEnded(state: OwnerState): OwnerNext {
  const { owner } = state;
  if (owner === undefined || panelOf(state) !== 'owner') return next(state);
  const ended = { ...state, owner: undefined, done: undefined, signedOut: owner };
  return next(ended, { do: 'hide', email: owner });
}
