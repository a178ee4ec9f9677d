/** The question that a letter's link opens, and its two answers. */

import { refusalOf } from './code.ts';
import type { Denied, OwnerCommand, RedeemOutcome } from './events.ts';
import { emptyForm, initial, type LinkDialog, type OwnerState } from './state.ts';

type Next = { state: OwnerState; commands: readonly OwnerCommand[] };

const withLink = (state: OwnerState, change: Partial<LinkDialog>): OwnerState =>
  state.link ? { ...state, link: { ...state.link, ...change } } : state;

export function yesPressed(state: OwnerState): Next {
  const { link } = state;
  if (link?.step !== 'question') return { state, commands: [] };
  const { token, brief } = link;
  return {
    state: withLink(state, { step: 'confirming', form: emptyForm('') }),
    commands: [{ do: 'redeemLink', token, brief }],
  };
}

/** A refused link has expired or was used; after any other failure it may be tried again. */
export function linkEnded(state: OwnerState, outcome: RedeemOutcome, now: number): Next {
  if ('owner' in outcome) {
    const { owner } = outcome;
    const done = { email: owner, code: undefined };
    return {
      state: { ...state, owner, done, link: undefined },
      commands: [{ do: 'askDeviceCode' }, { do: 'show', email: owner }],
    };
  }
  const refusal = refusalOf(outcome, now);
  if (refusal === 'wrongCode') return { state: withLink(state, { step: 'expired' }), commands: [] };
  const form = { ...emptyForm(''), refusal };
  return { state: withLink(state, { step: 'question', form }), commands: [] };
}

export function signedIn(state: OwnerState, owner: string | undefined): Next {
  if (owner === undefined) return { state: { ...state, link: initial('').link }, commands: [] };
  return { state: { ...state, owner }, commands: [{ do: 'show', email: owner }] };
}

export function noPressed(state: OwnerState): Next {
  const { link } = state;
  if (link?.step !== 'question') return { state, commands: [] };
  return {
    state: withLink(state, { step: 'denying', form: emptyForm('') }),
    commands: [{ do: 'deny', token: link.token }],
  };
}

export function denied(state: OwnerState, outcome: Denied): OwnerState {
  if (outcome === 'ok') {
    // A confirmed alias stays: the letter then names none.
    const farewell = state.link?.about?.alias ? 'notMine' : 'declined';
    return { ...state, link: undefined, farewell };
  }
  if (outcome === 'expired') return withLink(state, { step: 'expired' });
  const form = { ...emptyForm(''), refusal: outcome };
  return withLink(state, { step: 'question', form });
}
