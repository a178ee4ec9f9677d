/** The toasts: messages of four seconds at the top of the page, the newest last. */

export type ToastKind = 'success' | 'error' | 'warning';

/** The words of a toast: a text, or the seconds that are left until a time (milliseconds since 1970). */
export type ToastText = string | { waitUntil: number };

export type Toast = {
  id: number;
  kind: ToastKind;
  text: ToastText;
  /** It appeared while the dialog was open, and belongs there. */
  inDialog: boolean;
  /** It waits until the flap has folded. */
  late: boolean;
};

/** The duration of the flap's folding (style/motion.css), in milliseconds. */
export const FOLDING_MS = 240;

/** The same message is not stacked twice: the newer replaces the older one at the end. */
export function withToast(toasts: readonly Toast[], toast: Omit<Toast, 'id'>): readonly Toast[] {
  const id = 1 + Math.max(0, ...toasts.map((older) => older.id));
  return [...toasts.filter(({ text }) => !sayTheSame(text, toast.text)), { ...toast, id }];
}

const sayTheSame = (one: ToastText, other: ToastText) =>
  one === other || (typeof one === 'object' && typeof other === 'object');
