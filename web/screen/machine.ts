/**
 * The screen as a state machine: a state and an event give the next state and commands. It does not use the DOM, a
 * clock or the network; the components only show its state.
 */

import { machineOf, next, type Steps } from '../next.ts';
import type {
  DeskEvent,
  FormEvent,
  ScreenCommand,
  ScreenEvent,
  ScreenNext,
} from './machine/events.ts';
import { FORM } from './machine/form.ts';
import { HISTORY } from './machine/history.ts';
import type { State } from './machine/state.ts';

const STEPS: Steps<State, FormEvent, ScreenCommand> = {
  ...FORM,
  ...HISTORY,
  toastFaded: (state, { id }) =>
    next({ ...state, toasts: state.toasts.filter((toast) => toast.id !== id) }),
};

const formStep = machineOf<State, FormEvent, ScreenCommand>(STEPS);

const isOfForm = (event: ScreenEvent): event is FormEvent => event.type in STEPS;

/** The machine's part for an alias on the screen; it comes with the script that shows one. */
export type DeskStep = (state: State, event: DeskEvent, now: number) => ScreenNext;

/** @param now milliseconds since 1970 */
export function step(
  state: State,
  event: ScreenEvent,
  now: number,
  deskStep: DeskStep | undefined,
): ScreenNext {
  if (isOfForm(event)) return formStep(state, event, now);
  return deskStep?.(state, event, now) ?? next(state);
}
