/** The state of the screen. */

import type { CallTrouble } from '../../client/call-failed.ts';
import type { Desk } from './desk.ts';

export type State = {
  view: View;
  /** The text in the field, as it was typed. */
  email: string;
  /** The field message is shown. */
  flagged: boolean;
  /** Counts the visitor's changes of mind: an answer to an older turn is dropped. */
  turn: number;
  /** Counts the copies: the time of an older one does not end the newest. */
  copies: number;
  /** The time from which the next test mail may be sent, in milliseconds since 1970; 0 before the first. */
  freeAt: number;
  toasts: readonly Toast[];
};

export type ToastKind = 'success' | 'error' | 'warning';

/** The words of a toast: a text, or the seconds that are left until a time (milliseconds since 1970). */
export type ToastText = string | { waitUntil: number };

/** A message of four seconds at the top of the page. */
export type Toast = {
  id: number;
  kind: ToastKind;
  text: ToastText;
  /** It appeared while the dialog was open, and belongs there. */
  inDialog: boolean;
  /** It waits until the flap has folded. */
  late: boolean;
};

/**
 * The visitor's place. `idle -> typing -> checking -> free | locked`, `free -> creating -> result`, and back. A valid
 * address may also be submitted while `typing`, before its look-up has begun; `checking` leads to `result` if the tab
 * returns to its entry.
 */
export type View =
  | { stage: 'idle' | 'typing' | 'creating'; desk?: undefined }
  /** `entered`: Enter came during the look-up; an alias is requested if the look-up ends free. */
  | ({ stage: 'checking'; desk?: undefined; entered?: boolean } & Checked)
  | ({ stage: 'free'; desk?: undefined } & Checked)
  /** Without a desk: with confirmed addresses the address may have an alias, and this browser may not be its owner's. */
  | { stage: 'locked'; desk: Desk | undefined }
  | { stage: 'result'; desk: Desk };

export type Checked = {
  /** The reason why the last call of the form failed. */
  trouble: CallTrouble;
  /**
   * The occasion of the look-up. `return`: the tab is at its result's entry, and an alias found is the result again.
   * `taken`: the insert has reported that the address has an alias, which with confirmed addresses may be hidden.
   */
  occasion: 'typing' | 'return' | 'taken';
};

export type ScreenStage = View['stage'];

export const INITIAL: State = {
  view: { stage: 'idle' },
  email: '',
  flagged: false,
  turn: 0,
  copies: 0,
  freeAt: 0,
  toasts: [],
};

/** The reason why the last call of the form failed; it stays while the call is repeated. */
export const troubleOf = ({ view }: State): CallTrouble =>
  view.stage === 'checking' || view.stage === 'free' ? view.trouble : undefined;
