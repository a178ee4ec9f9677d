/** Whether the address was confirmed meanwhile: in another tab of this browser, or in another browser. */

import { next } from '../../../next.ts';
import type { OwnerCommand, OwnerNext } from '../events.ts';
import { type OwnerState, panelOf } from '../state.ts';
import { emptyForm } from './state.ts';

/** Interval between two questions, in milliseconds. */
const POLL_MS = 10_000;

/** Number of automatic questions: for ten minutes. */
export const POLLS = 60;

export const pollSoon = (turn: number, left: number): OwnerCommand => ({
  do: 'wait',
  ms: POLL_MS,
  event: { type: 'polled', turn, left },
});

/** @param left automatic questions still to come, including this one; 0: the visitor came back to the tab */
export function polled(state: OwnerState, left: number): OwnerNext {
  const { turn, seen } = state;
  if (panelOf(state) !== 'unconfirmed' || !seen.alias) return next(state);
  const check: OwnerCommand = { do: 'check', turn, email: seen.alias.real_email };
  return left > 1 ? next(state, check, pollSoon(turn, left - 1)) : next(state, check);
}

/** @param gone the ticket shows the alias no longer */
export function checked(
  state: OwnerState,
  { owner, gone }: { owner: string | undefined; gone: boolean },
): OwnerState {
  if (panelOf(state) !== 'unconfirmed') return state;
  const { email, busy } = state.panel;
  // The code that is being redeemed here may be what has confirmed it; its answer is still to come.
  if (busy === 'code') return state;
  if (owner === email) return { ...state, owner, done: { email, code: undefined } };
  return gone ? { ...state, elsewhere: true, panel: emptyForm(email) } : state;
}
