/** The toasts: messages of four seconds at the top of the page, the newest last. */

import type { State, Toast, ToastKind, ToastText } from './state.ts';

/** The duration of the flap's folding (style/motion.css), in milliseconds. */
export const FOLDING_MS = 240;

/** The same message is not stacked twice: the newer replaces the older one at the end. */
function withToast(toasts: readonly Toast[], toast: Omit<Toast, 'id'>): readonly Toast[] {
  const id = 1 + Math.max(0, ...toasts.map((older) => older.id));
  return [...toasts.filter(({ text }) => !sayTheSame(text, toast.text)), { ...toast, id }];
}

const sayTheSame = (one: ToastText, other: ToastText) =>
  one === other || (typeof one === 'object' && typeof other === 'object');

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
