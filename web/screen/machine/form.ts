/** The form: from the first keystroke to an alias. */

import { isEmail } from '#rules/address.ts';
import { MESSAGES } from '#languages/en/form.ts';
import { LOOKUP_DEBOUNCE_MS } from '#rules/plan.ts';
import { typedAddress } from '#rules/typed-address.ts';
import type { CallTrouble } from '../../client/call-failed.ts';
import { next, type Steps } from '../../next.ts';
import { newDesk } from './desk.ts';
import type { ScreenCommand, ScreenNext, TypedEvent } from './events.ts';
import { leftDesk } from './history.ts';
import { type Checked, type State, troubleOf } from './state.ts';
import { told } from './toasts.ts';

/** Whether an alias may be requested now (product specification, section 5). */
export function canSubmit({ view: { stage }, email }: State): boolean {
  return (stage === 'typing' || stage === 'free') && isEmail(typedAddress(email));
}

/** An empty field is not flagged, nor is one with blanks alone. */
function isWrong(email: string): boolean {
  const address = typedAddress(email);
  return address !== '' && !isEmail(address);
}

export const FORM: Steps<State, TypedEvent, ScreenCommand> = {
  typed(state, { email, composing }) {
    if (email === state.email) return next(state);
    // A blank that a keyboard adds after the address does not change it.
    if (state.view.stage === 'creating' && typedAddress(email) === typedAddress(state.email)) {
      return next({ ...state, email });
    }
    const turn = state.turn + 1;
    const typing: State = {
      ...state,
      view: { stage: email === '' ? 'idle' : 'typing' },
      email,
      turn,
      // A shown message stays until the text is valid; it does not blink with every key.
      flagged: state.flagged && isWrong(email),
    };
    const left = leftDesk(state);
    // While an input method composes, the text is half an address.
    return next(typing, ...left, ...(email === '' || composing ? [] : [pause(turn)]));
  },
  composed(state) {
    if (state.view.stage !== 'typing') return next(state);
    const turn = state.turn + 1;
    return next({ ...state, turn }, pause(turn));
  },
  /** After a pause in typing a look-up begins, or the field message is shown. */
  paused(state, { turn }) {
    if (turn !== state.turn || state.view.stage !== 'typing') return next(state);
    const { email } = state;
    return isEmail(typedAddress(email))
      ? lookUp(state, { trouble: undefined, occasion: 'typing' })
      : next({ ...state, view: { stage: 'idle' }, flagged: isWrong(email) });
  },
  leftField: (state) => next({ ...state, flagged: isWrong(state.email) }),
  submitted: (state, { begun }) => submitted(state, begun),
  /** During a look-up Enter is kept until the look-up ends; the next key cancels both. */
  entered(state) {
    const { view } = state;
    return view.stage === 'checking'
      ? next({ ...state, view: { ...view, entered: true } })
      : submitted(state);
  },
  triedAgain,
  cameOnline: (state) => (troubleOf(state) === 'unreachable' ? triedAgain(state) : next(state)),
  /** A failed look-up counts as empty, and its reason is shown. */
  lookedUp(state, { turn, alias, failed, trouble }) {
    const { view } = state;
    if (turn !== state.turn || view.stage !== 'checking') return next(state);
    const { occasion } = view;
    if (alias) {
      const stage = occasion === 'return' ? 'result' : 'locked';
      return next({ ...state, view: { stage, desk: newDesk(alias) } });
    }
    // It has one, visible to its owner alone.
    if (occasion === 'taken' && !failed) {
      return next({ ...state, view: { stage: 'locked', desk: undefined } });
    }
    // A visitor who tries again still wants to return.
    const kept = trouble === undefined ? 'typing' : occasion;
    const free: State = { ...state, view: { stage: 'free', trouble, occasion: kept } };
    return view.entered && trouble === undefined ? submitted(free) : next(free);
  },
  creationEnded(state, { turn, creation }) {
    if (turn !== state.turn) return next(state);
    switch (creation.kind) {
      case 'created': {
        const { alias } = creation;
        const result: State = { ...state, view: { stage: 'result', desk: newDesk(alias) } };
        const enter: ScreenCommand = { do: 'enterResult', email: typedAddress(state.email) };
        return next(told(result, 'success', MESSAGES.created, true), enter);
      }
      case 'addressTaken':
        return lookUp(told(state, 'warning', MESSAGES.planLimit), {
          trouble: undefined,
          occasion: creation.hidden ? 'taken' : 'typing',
        });
      case 'noUniqueName':
        return notCreated(state, MESSAGES.noUniqueAlias, undefined);
      case 'failed':
        return notCreated(state, MESSAGES.creationFailed, creation.trouble);
    }
  },
};

const pause = (turn: number): ScreenCommand => ({
  do: 'wait',
  ms: LOOKUP_DEBOUNCE_MS,
  event: { type: 'paused', turn },
});

function lookUp(state: State, { trouble, occasion }: Checked): ScreenNext {
  const { turn, email } = state;
  return next(
    { ...state, view: { stage: 'checking', trouble, occasion } },
    { do: 'lookUp', turn, email: typedAddress(email) },
  );
}

function triedAgain(state: State): ScreenNext {
  return state.view.stage === 'free' ? lookUp(state, state.view) : next(state);
}

/** @param begun whether it began before the look-up, which it then replaces: the insert finds an alias too */
function submitted(state: State, begun = false): ScreenNext {
  const { stage } = state.view;
  if (stage === 'locked') return next(told(state, 'warning', MESSAGES.planLimit));
  if (canSubmit(state) || (begun && stage === 'checking')) {
    const turn = state.turn + 1;
    return next(
      { ...state, view: { stage: 'creating' }, turn, flagged: false },
      { do: 'create', turn, email: typedAddress(state.email) },
    );
  }
  return next({ ...state, flagged: isWrong(state.email) });
}

function notCreated(state: State, message: string, trouble: CallTrouble): ScreenNext {
  const free: State = { ...state, view: { stage: 'free', trouble, occasion: 'typing' } };
  return next(told(free, 'error', message));
}
