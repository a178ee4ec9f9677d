/** The form: from the first keystroke to an alias. */

import { isEmail } from '#rules/address.ts';
import { MESSAGES } from '#rules/messages.ts';
import { LOOKUP_DEBOUNCE_MS } from '#rules/plan.ts';
import { typedAddress } from '#rules/typed-address.ts';
import type { AliasRow } from '../../client/alias-row.ts';
import type { Trouble } from '../../client/call-failed.ts';
import type { Creation } from '../../client/create-alias.ts';
import type { Command } from './events.ts';
import { forwardingOf } from './forwarding.ts';
import { leftAlias } from './left-alias.ts';
import { type Next, next, told } from './next.ts';
import type { State } from './state.ts';

/** Whether an alias may be asked for now (product specification, section 5). */
export function canSubmit({ stage, email }: State): boolean {
  return (stage === 'typing' || stage === 'free') && isEmail(typedAddress(email));
}

/** An empty field is not flagged, nor is one with blanks alone. */
function isWrong(email: string): boolean {
  const address = typedAddress(email);
  return address !== '' && !isEmail(address);
}

export function typed(state: State, email: string): Next {
  if (email === state.email) return next(state);
  // A blank from a keyboard after the address is no change of it.
  if (state.stage === 'creating' && typedAddress(email) === typedAddress(state.email)) {
    return next({ ...state, email });
  }
  const turn = state.turn + 1;
  const left = leftAlias(state);
  const typing: State = {
    ...left.state,
    stage: email === '' ? 'idle' : 'typing',
    email,
    turn,
    // A shown message stays until the text is valid; it does not blink with every key.
    flagged: state.flagged && isWrong(email),
    trouble: undefined,
    returning: false,
    taken: false,
  };
  if (email === '') return next(typing, ...left.commands);
  const wait: Command = { do: 'wait', ms: LOOKUP_DEBOUNCE_MS, event: { type: 'paused', turn } };
  return next(typing, ...left.commands, wait);
}

/** After a pause in typing a look-up begins, or the field message is shown. */
export function paused(state: State): Next {
  if (state.stage !== 'typing') return next(state);
  const { email } = state;
  if (isEmail(typedAddress(email))) return lookUp(state);
  return next({ ...state, stage: 'idle', flagged: isWrong(email) });
}

function lookUp(state: State): Next {
  const { turn, email } = state;
  return next({ ...state, stage: 'checking' }, { do: 'lookUp', turn, email: typedAddress(email) });
}

export function triedAgain(state: State): Next {
  return state.stage === 'free' ? lookUp(state) : next(state);
}

/** A failed look-up counts as empty, and its reason is shown. */
export function lookedUp(state: State, { alias, failed, trouble }: LookUpResult): Next {
  if (state.stage !== 'checking') return next(state);
  const { returning } = state;
  if (alias) return next(found(state, returning ? 'result' : 'locked', alias));
  // It has one, visible to its owner alone.
  if (state.taken && !failed) return next({ ...state, stage: 'locked' });
  // A visitor who tries again still wants to return.
  return next({ ...state, stage: 'free', trouble, returning: returning && trouble !== undefined });
}

type LookUpResult = { alias: AliasRow | undefined; failed: boolean; trouble: Trouble };

const found = (state: State, stage: 'locked' | 'result', alias: AliasRow): State => ({
  ...state,
  stage,
  trouble: undefined,
  returning: false,
  alias,
  forwarding: forwardingOf(alias.active),
});

export function leftField(state: State): Next {
  return next({ ...state, flagged: isWrong(state.email) });
}

/** @param begun whether it began before the look-up, which it then replaces: the insert finds an alias too */
export function submitted(state: State, begun = false): Next {
  if (state.stage === 'locked') return next(told(state, 'warning', MESSAGES.planLimit));
  if (canSubmit(state) || (begun && state.stage === 'checking')) {
    const turn = state.turn + 1;
    const creating: State = {
      ...state,
      stage: 'creating',
      turn,
      flagged: false,
      trouble: undefined,
      returning: false,
    };
    return next(creating, { do: 'create', turn, email: typedAddress(state.email) });
  }
  return next({ ...state, flagged: isWrong(state.email) });
}

export function creationEnded(state: State, creation: Creation): Next {
  switch (creation.kind) {
    case 'created': {
      const result = found(state, 'result', creation.alias);
      const enter: Command = { do: 'enterResult', email: typedAddress(state.email) };
      return next(told(result, 'success', MESSAGES.created, true), enter);
    }
    case 'addressTaken':
      return lookUp(told({ ...state, taken: creation.hidden }, 'warning', MESSAGES.planLimit));
    case 'noUniqueName':
      return next(told({ ...state, stage: 'free' }, 'error', MESSAGES.noUniqueAlias));
    case 'failed': {
      const free: State = { ...state, stage: 'free', trouble: creation.trouble };
      return next(told(free, 'error', MESSAGES.creationFailed));
    }
  }
}
