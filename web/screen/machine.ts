/**
 * The screen as a state machine: a state and an event give the next state and commands. It does not use the DOM, a
 * clock or the network; the components only show its state.
 */

import type { DeskEvent, ScreenEvent } from './machine/events.ts';
import {
  composed,
  creationEnded,
  entered,
  leftField,
  lookedUp,
  paused,
  submitted,
  triedAgain,
  typed,
} from './machine/form.ts';
import { backPressed, named, returned, wentBack } from './machine/history.ts';
import { next } from '../next.ts';
import type { ScreenNext } from './machine/next.ts';
import { type State, troubleOf } from './machine/state.ts';

/** The machine's part for an alias on the screen; it comes with the script that shows one. */
export type DeskStep = (state: State, event: DeskEvent, now: number) => ScreenNext;

/** @param now milliseconds since 1970 */
export function step(
  state: State,
  event: ScreenEvent,
  now: number,
  deskStep: DeskStep | undefined,
): ScreenNext {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- all others are the desk's
  switch (event.type) {
    case 'typed':
      return typed(state, event.email, event.composing);
    case 'composed':
      return composed(state);
    case 'paused':
      return event.turn === state.turn ? paused(state) : next(state);
    case 'leftField':
      return leftField(state);
    case 'submitted':
      return submitted(state, event.begun);
    case 'entered':
      return entered(state);
    case 'triedAgain':
      return triedAgain(state);
    case 'cameOnline':
      return troubleOf(state) === 'unreachable' ? triedAgain(state) : next(state);
    case 'lookedUp':
      return event.turn === state.turn ? lookedUp(state, event) : next(state);
    case 'creationEnded':
      return event.turn === state.turn ? creationEnded(state, event.creation) : next(state);
    case 'backPressed':
      return backPressed(state);
    case 'wentBack':
      return wentBack(state);
    case 'returned':
      return returned(state, event.email);
    case 'named':
      return named(state, event.email, 'typing');
    case 'toastFaded':
      return next({ ...state, toasts: state.toasts.filter(({ id }) => id !== event.id) });
    default:
      return deskStep ? deskStep(state, event, now) : next(state);
  }
}
