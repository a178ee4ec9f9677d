/**
 * The specified screen has changed: another address, another view, or the start or end of a session. Under an unconfirmed
 * alias it is asked whether the address was confirmed meanwhile: in another tab, or in another browser.
 */

import { next } from '../../../next.ts';
import type { OwnerCommand, OwnerEvent, OwnerSteps, PollingEvent } from '../events.ts';
import { emptyForm, type OwnerState, panelOf, type Seen } from '../state.ts';

/** Interval between two questions, in milliseconds. */
const POLL_MS = 10_000;

/** Number of automatic questions: for ten minutes. */
const POLLS = 60;

const pollSoon = (turn: number, left: number): OwnerCommand => ({
  do: 'wait',
  ms: POLL_MS,
  event: { type: 'polled', turn, left },
});

type Seeing = Extract<OwnerEvent, { type: 'seen' | 'cameBack' }>;

export const SEEN: OwnerSteps<Seeing | PollingEvent> = {
  seen(state, { seen: shown, owner }) {
    const email = addressOf(shown);
    // The answer about the last alias stays until another step begins.
    const farewell = shown.stage === 'idle' ? state.farewell : undefined;
    const current = { ...state, seen: shown, owner, farewell };
    if (email === state.panel.email) {
      // Another tab has signed the owner in.
      const isTheirs = panelOf(current) === 'hidden' && owner === email;
      return isTheirs ? next(current, { do: 'show', email }) : next(current);
    }
    const turn = state.turn + 1;
    const stays = (about: string | undefined) => shown.stage === 'checking' || about === email;
    const moved: OwnerState = {
      ...current,
      panel: emptyForm(email),
      elsewhere: false,
      addingPasskey: false,
      done: stays(state.done?.email) ? state.done : undefined,
      signedOut: stays(state.signedOut) ? state.signedOut : undefined,
      turn,
    };
    if (panelOf(moved) !== 'unconfirmed') return next(moved);
    return next(moved, { do: 'followLetter', turn, email }, pollSoon(turn, POLLS));
  },
  cameBack: (state) => next(state, ...checks(state)),
  polled(state, { turn, left }) {
    const check = turn === state.turn ? checks(state) : [];
    return next(
      state,
      ...check,
      ...(check.length > 0 && left > 1 ? [pollSoon(turn, left - 1)] : []),
    );
  },
  checked(state, { turn, owner, gone }) {
    if (turn !== state.turn || panelOf(state) !== 'unconfirmed') return next(state);
    const { email, busy } = state.panel;
    // The code that is being redeemed here may be what has confirmed it; its answer is still to come.
    if (busy === 'code') return next(state);
    if (owner === email) return next({ ...state, owner, done: { email } });
    return next(gone ? { ...state, elsewhere: true, panel: emptyForm(email) } : state);
  },
};

/** The question, under an unconfirmed alias. */
const checks = (state: OwnerState): OwnerCommand[] =>
  panelOf(state) === 'unconfirmed' && state.seen.alias
    ? [{ do: 'check', turn: state.turn, email: state.seen.alias.real_email }]
    : [];

/** The address of the section below the view; empty: none. */
function addressOf({ stage, email, alias }: Seen): string {
  return alias?.real_email ?? (stage === 'locked' ? email : '');
}
