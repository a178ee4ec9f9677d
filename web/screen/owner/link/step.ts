/** The question that a letter's link opens, and its two answers. */

import { next } from '../../../next.ts';
import { emptyForm, type RedeemOutcome } from '../confirm/state.ts';
import { refusalOf } from '../confirm/step.ts';
import type { OwnerNext } from '../events.ts';
import { initial, type OwnerState } from '../state.ts';
import type { AskedFor, Denied, LinkDialog } from './state.ts';

const withLink = (state: OwnerState, change: Partial<LinkDialog>): OwnerState =>
  state.link ? { ...state, link: { ...state.link, ...change } } : state;

/** A new letter is requested for another address. */
export const emailTyped = (state: OwnerState, email: string): OwnerState =>
  state.link
    ? withLink(state, { form: { ...state.link.form, email, busy: undefined, refusal: undefined } })
    : state;

export const briefFlipped = (state: OwnerState): OwnerState =>
  withLink(state, { brief: !state.link?.brief });

export const askedFor = (state: OwnerState, about: AskedFor | null): OwnerState =>
  withLink(state, { about });

export function yesPressed(state: OwnerState): OwnerNext {
  const { link } = state;
  if (link?.step !== 'question') return next(state);
  const { token, brief } = link;
  const confirming = withLink(state, { step: 'confirming', form: emptyForm('') });
  return next(confirming, { do: 'redeemLink', token, brief });
}

/** A refused link has expired or was used; after any other failure it may be tried again. */
export function linkEnded(state: OwnerState, outcome: RedeemOutcome, now: number): OwnerNext {
  if ('owner' in outcome) {
    const { owner } = outcome;
    const done = { email: owner, code: undefined };
    const signed = { ...state, owner, done, link: undefined };
    return next(signed, { do: 'askDeviceCode' }, { do: 'show', email: owner });
  }
  const refusal = refusalOf(outcome, now);
  if (refusal === 'wrongCode') return next(withLink(state, { step: 'expired' }));
  const form = { ...emptyForm(''), refusal };
  return next(withLink(state, { step: 'question', form }));
}

export function signedIn(state: OwnerState, owner: string | undefined): OwnerNext {
  if (owner === undefined) return next({ ...state, link: initial('').link });
  return next({ ...state, owner }, { do: 'show', email: owner });
}

export function noPressed(state: OwnerState): OwnerNext {
  const { link } = state;
  if (link?.step !== 'question') return next(state);
  const denying = withLink(state, { step: 'denying', form: emptyForm('') });
  return next(denying, { do: 'deny', token: link.token });
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
