/** The form: from the first keystroke to an alias. */

import { isEmail } from '#rules/address.ts';
import { MESSAGES } from '#languages/en/form.ts';
import { LOOKUP_DEBOUNCE_MS } from '#rules/plan.ts';
import { typedAddress } from '#rules/typed-address.ts';
import type { AliasRow } from '../../client/alias-row.ts';
import type { CallTrouble } from '../../client/call-failed.ts';
import type { Creation } from '../../client/create-alias.ts';
import { newDesk } from './desk.ts';
import type { ScreenCommand } from './events.ts';
import { leftDesk } from './left-desk.ts';
import { next } from '../../next.ts';
import { type ScreenNext, told } from './next.ts';
import type { Checked, State } from './state.ts';

/** Whether an alias may be requested now (product specification, section 5). */
export function canSubmit({ view: { stage }, email }: State): boolean {
  return (stage === 'typing' || stage === 'free') && isEmail(typedAddress(email));
}

/** An empty field is not flagged, nor is one with blanks alone. */
function isWrong(email: string): boolean {
  const address = typedAddress(email);
  return address !== '' && !isEmail(address);
}

export function typed(state: State, email: string, composing = false): ScreenNext {
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
}

const pause = (turn: number): ScreenCommand => ({
  do: 'wait',
  ms: LOOKUP_DEBOUNCE_MS,
  event: { type: 'paused', turn },
});

export function composed(state: State): ScreenNext {
  if (state.view.stage !== 'typing') return next(state);
  const turn = state.turn + 1;
  return next({ ...state, turn }, pause(turn));
}

/** After a pause in typing a look-up begins, or the field message is shown. */
export function paused(state: State): ScreenNext {
  if (state.view.stage !== 'typing') return next(state);
  const { email } = state;
  if (isEmail(typedAddress(email)))
    return lookUp(state, { trouble: undefined, occasion: 'typing' });
  return next({ ...state, view: { stage: 'idle' }, flagged: isWrong(email) });
}

function lookUp(state: State, { trouble, occasion }: Checked): ScreenNext {
  const { turn, email } = state;
  return next(
    { ...state, view: { stage: 'checking', trouble, occasion } },
    { do: 'lookUp', turn, email: typedAddress(email) },
  );
}

export function triedAgain(state: State): ScreenNext {
  return state.view.stage === 'free' ? lookUp(state, state.view) : next(state);
}

/** A failed look-up counts as empty, and its reason is shown. */
export function lookedUp(state: State, { alias, failed, trouble }: LookUpResult): ScreenNext {
  const { view } = state;
  if (view.stage !== 'checking') return next(state);
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
}

type LookUpResult = { alias: AliasRow | undefined; failed: boolean; trouble: CallTrouble };

export function leftField(state: State): ScreenNext {
  return next({ ...state, flagged: isWrong(state.email) });
}

/** @param begun whether it began before the look-up, which it then replaces: the insert finds an alias too */
export function submitted(state: State, begun = false): ScreenNext {
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

/** Enter. During a look-up it is kept until the look-up ends; the next key cancels both. */
export function entered(state: State): ScreenNext {
  const { view } = state;
  return view.stage === 'checking'
    ? next({ ...state, view: { ...view, entered: true } })
    : submitted(state);
}

export function creationEnded(state: State, creation: Creation): ScreenNext {
  switch (creation.kind) {
    case 'created': {
      const result: State = { ...state, view: { stage: 'result', desk: newDesk(creation.alias) } };
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
}

function notCreated(state: State, message: string, trouble: CallTrouble): ScreenNext {
  const free: State = { ...state, view: { stage: 'free', trouble, occasion: 'typing' } };
  return next(told(free, 'error', message));
}
