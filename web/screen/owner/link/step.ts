/** The question that a letter's link opens, and its two answers. */

import { next } from '../../../next.ts';
import { refusalOf } from '../confirm/step.ts';
import type { LinkEvent, OwnerSteps } from '../events.ts';
import { emptyForm, type LinkQuestion, openedLink, type OwnerState } from '../state.ts';

const withLink = (state: OwnerState, change: Partial<LinkQuestion>): OwnerState =>
  state.link ? { ...state, link: { ...state.link, ...change } } : state;

export const LINK: OwnerSteps<LinkEvent> = {
  /** A new letter is requested for another address. */
  emailTyped: (state, { email }) => next(withLink(state, { form: emptyForm(email) })),
  briefFlipped: (state) =>
    next(state.link?.step === 'question' ? withLink(state, { brief: !state.link.brief }) : state),
  askedFor: (state, { about }) => next(withLink(state, { about })),
  yesPressed(state) {
    const { link } = state;
    if (link?.step !== 'question') return next(state);
    const { token, brief } = link;
    const confirming = withLink(state, { step: 'confirming', form: emptyForm('') });
    return next(confirming, { do: 'redeemLink', token, brief });
  },
  /** A refused link has expired or was used; after any other failure it may be tried again. */
  linkEnded(state, { outcome }, now) {
    if ('owner' in outcome) {
      const { owner } = outcome;
      const done = { email: owner };
      const signed = { ...state, owner, done, link: undefined };
      return next(signed, { do: 'askDeviceCode' }, { do: 'show', email: owner });
    }
    const refusal = refusalOf(outcome, now);
    if (refusal === 'wrongCode') return next(withLink(state, { step: 'expired' }));
    const form = { ...emptyForm(''), refusal };
    return next(withLink(state, { step: 'question', form }));
  },
  deviceCode: (state, { code }) =>
    next(state.done ? { ...state, done: { ...state.done, code } } : state),
  signedIn(state, { owner }) {
    if (owner === undefined) return next({ ...state, link: openedLink('') });
    return next({ ...state, owner }, { do: 'show', email: owner });
  },
  noPressed(state) {
    const { link } = state;
    if (link?.step !== 'question') return next(state);
    const denying = withLink(state, { step: 'denying', form: emptyForm('') });
    return next(denying, { do: 'deny', token: link.token });
  },
  denied(state, { outcome }) {
    if (outcome === 'ok') {
      // A confirmed alias stays: the letter then names none.
      const farewell = state.link?.about?.alias ? 'notMine' : 'declined';
      return next({ ...state, link: undefined, farewell });
    }
    if (outcome === 'expired') return next(withLink(state, { step: 'expired' }));
    const form = { ...emptyForm(''), refusal: outcome };
    return next(withLink(state, { step: 'question', form }));
  },
  linkClosed: (state) => next({ ...state, link: undefined }),
};
