/** The result of every part of the screen's machine. */

import type { Next } from '../../next.ts';
import type { ScreenCommand } from './events.ts';
import type { State } from './state.ts';
import { type ToastKind, type ToastText, withToast } from './toasts.ts';

export type ScreenNext = Next<State, ScreenCommand>;

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
