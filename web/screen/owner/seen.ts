/** The specified screen has changed: another address, another view, or the start or end of a session. */

import { next } from '../../next.ts';
import { POLLS, pollSoon } from './confirm/polling.ts';
import { emptyForm } from './confirm/state.ts';
import type { OwnerNext } from './events.ts';
import { type OwnerState, panelOf, type Seen } from './state.ts';

export function seen(
  state: OwnerState,
  { seen: shown, owner }: { seen: Seen; owner: string | undefined },
): OwnerNext {
  const email = addressOf(shown);
  // The answer about the last alias stays until another step begins.
  const farewell = shown.stage === 'idle' ? state.farewell : undefined;
  const current = { ...state, seen: shown, owner, farewell };
  if (email === state.panel.email) return next(current);
  const turn = state.turn + 1;
  const moved: OwnerState = {
    ...current,
    panel: emptyForm(email),
    elsewhere: false,
    addingPasskey: false,
    done: shown.stage === 'checking' || state.done?.email === email ? state.done : undefined,
    signedOut:
      shown.stage === 'checking' || state.signedOut === email ? state.signedOut : undefined,
    turn,
  };
  if (panelOf(moved) !== 'unconfirmed') return next(moved);
  return next(moved, { do: 'followLetter', turn, email }, pollSoon(turn, POLLS));
}

/** The address of the section below the view; empty: none. */
function addressOf({ stage, email, alias }: Seen): string {
  return alias?.real_email ?? (stage === 'locked' ? email : '');
}
