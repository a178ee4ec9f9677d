/** The toasts: messages of four seconds at the top of the page, the newest last. */

import type { State, ToastKind, ToastText } from './state.ts';

/** The duration of the flap's folding (style/motion.css), in milliseconds. */
export const FOLDING_MS = 240;

const sayTheSame = (one: ToastText, other: ToastText) =>
  one === other || (typeof one === 'object' && typeof other === 'object');

/**
 * The state with one more toast. The same message is not stacked twice: the newer replaces the older one at the end.
 * @param late whether it waits until the flap has folded
 */
export function told(state: State, kind: ToastKind, text: ToastText, late = false): State {
  const id = 1 + Math.max(0, ...state.toasts.map((older) => older.id));
  const others = state.toasts.filter((older) => !sayTheSame(older.text, text));
  const inDialog = state.view.desk?.testMail.open ?? false;
  return { ...state, toasts: [...others, { id, kind, text, inDialog, late }] };
}
