/** The result of every part of the machine: the next state, and commands. */

import type { ScreenCommand } from './events.ts';
import type { State } from './state.ts';
import { type ToastKind, type ToastText, withToast } from './toasts.ts';

export type Next = { state: State; commands: readonly ScreenCommand[] };

export const next = (state: State, ...commands: ScreenCommand[]): Next => ({ state, commands });

/** The state with one more toast. @param late whether it waits until the flap has folded */
export const told = (state: State, kind: ToastKind, text: ToastText, late = false): State => ({
  ...state,
  toasts: withToast(state.toasts, {
    kind,
    text,
    inDialog: state.view.desk?.testMail.open ?? false,
    late,
  }),
});
