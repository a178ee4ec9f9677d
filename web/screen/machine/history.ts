/** The tab's history: the result has its own entry, after the form's. */

import { next, type Steps } from '../../next.ts';
import type { TabHistoryEvent, ScreenCommand, ScreenNext } from './events.ts';
import { type Checked, INITIAL, type State, type View } from './state.ts';

export const HISTORY: Steps<State, TabHistoryEvent, ScreenCommand> = {
  /** 'Back to main screen': at once, however long the browser's history takes. */
  backPressed: (state) => next(cleared(state), ...leftDesk(state), { do: 'leaveResult' }),
  /** The tab has gone to the entry of the form, by the browser's Back or after `leaveResult`. */
  wentBack: (state) =>
    state.view.stage === 'result' || isReturning(state.view)
      ? next(cleared(state), ...leftDesk(state))
      : next(state),
  /** The tab has come to the entry of a result, by Forward, a reload or from another page: its address is looked up at once. */
  returned: (state, { email }) =>
    state.view.stage === 'result' ? next(state) : named(state, email, 'return'),
  named: (state, { email }) => named(state, email, 'typing'),
};

const isReturning = (view: View) => 'occasion' in view && view.occasion === 'return';

/** Clears all but the toasts and the time of the last test mail. */
function cleared({ turn, copies, freeAt, toasts }: State): State {
  return { ...INITIAL, turn: turn + 1, copies, freeAt, toasts };
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

/** The screen turns away from an alias: a pending choice is still saved. */
export function leftDesk({ view: { desk } }: State): ScreenCommand[] {
  if (!desk) return [];
  const { wish, saving } = desk.forwarding;
  return saving === undefined || saving === wish
    ? []
    : [{ do: 'save', alias: desk.alias, active: wish }];
}
