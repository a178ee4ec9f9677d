import type { Desk, TestMailDialog } from './desk.ts';
import type { State } from './state.ts';

/** The state with a change on its desk, if it has one. */
export function onDesk(state: State, change: Partial<Desk>): State {
  const { view } = state;
  return view.desk ? { ...state, view: { ...view, desk: { ...view.desk, ...change } } } : state;
}

/** The state with a change in its dialog. */
export function inDialog(state: State, change: Partial<TestMailDialog>): State {
  const dialog = state.view.desk?.testMail;
  return dialog ? onDesk(state, { testMail: { ...dialog, ...change } }) : state;
}
