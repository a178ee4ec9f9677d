/** The tab's history: the result has its own entry, after the form's. */

import { leftDesk } from './left-desk.ts';
import { next } from '../../next.ts';
import type { ScreenNext } from './next.ts';
import { type Checked, INITIAL, type State, type View } from './state.ts';

/** 'Back to main screen': at once, however long the browser's history takes. */
export function backPressed(state: State): ScreenNext {
  return next(cleared(state), ...leftDesk(state), { do: 'leaveResult' });
}

/** The tab has gone to the entry of the form, by the browser's Back or after `leaveResult`. */
export function wentBack(state: State): ScreenNext {
  const { view } = state;
  return view.stage === 'result' || isReturning(view)
    ? next(cleared(state), ...leftDesk(state))
    : next(state);
}

const isReturning = (view: View) => 'occasion' in view && view.occasion === 'return';

/** Clears all but the toasts and the time of the last test mail. */
function cleared({ turn, copies, freeAt, toasts }: State): State {
  return { ...INITIAL, turn: turn + 1, copies, freeAt, toasts };
}

/** The tab has come to the entry of a result, by Forward, a reload or from another page: its address is looked up at once. */
export function returned(state: State, email: string): ScreenNext {
  return state.view.stage === 'result' ? next(state) : named(state, email, 'return');
}

/** Looks up an address that was not typed, and shows it in the field. */
export function named(state: State, email: string, occasion: Checked['occasion']): ScreenNext {
  const form = cleared(state);
  const checking: State = {
    ...form,
    view: { stage: 'checking', trouble: undefined, occasion },
    email,
  };
  return next(checking, ...leftDesk(state), { do: 'lookUp', turn: form.turn, email });
}
