/** The tab's history: the result is an entry of its own, after that of the form. */

import { leftAlias } from './left-alias.ts';
import { type Next, next } from './next.ts';
import { INITIAL, type State } from './state.ts';

/** 'Back to main screen': at once, however long the browser's history takes. */
export function backPressed(state: State): Next {
  const { state: form, commands } = cleared(state);
  return next(form, ...commands, { do: 'leaveResult' });
}

/** The tab has gone to the entry of the form, by the browser's Back or after `leaveResult`. */
export function wentBack(state: State): Next {
  return state.stage === 'result' || state.returning ? cleared(state) : next(state);
}

/** Clears all but the toasts and the time of the last test mail. */
function cleared(state: State): Next {
  const { turn, copies, toasts } = state;
  const left = leftAlias(state);
  const { testMail } = left.state;
  return next({ ...INITIAL, turn: turn + 1, copies, toasts, testMail }, ...left.commands);
}

/** The tab has come to the entry of a result, by Forward, a reload or from another page: its address is looked up at once. */
export function returned(state: State, email: string): Next {
  return state.stage === 'result' ? next(state) : named(state, email, true);
}

/** Looks up an address from the history, and shows it in the field. */
export function named(state: State, email: string, returning: boolean): Next {
  const { state: form, commands } = cleared(state);
  const { turn } = form;
  const checking: State = { ...form, stage: 'checking', email, returning };
  return next(checking, ...commands, { do: 'lookUp', turn, email });
}
