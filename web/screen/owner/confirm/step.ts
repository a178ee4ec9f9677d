/** The request for a letter, and the input of its code: below the view, or in the dialog of a link. */

import { typedAddress } from '#rules/typed-address.ts';
import { next } from '../../../next.ts';
import type { ConfirmEvent, OwnerNext, OwnerSteps, Place, RedeemOutcome } from '../events.ts';
import { type CodeForm, emptyForm, type OwnerState, panelOf } from '../state.ts';

const DIGITS = 6;

const formIn = ({ panel, link }: OwnerState, place: Place): CodeForm =>
  place === 'link' && link ? link.form : panel;

function withForm(state: OwnerState, place: Place, change: Partial<CodeForm>): OwnerState {
  const form = { ...formIn(state, place), ...change };
  if (place === 'panel') return { ...state, panel: form };
  return state.link ? { ...state, link: { ...state.link, form } } : state;
}

export const isComplete = ({ code, busy }: CodeForm) =>
  code.length === DIGITS && busy === undefined;

/** The answer is for an earlier address. A dialog keeps its own address. */
const isStale = ({ turn }: OwnerState, event: { place: Place; turn: number }) =>
  event.place === 'panel' && event.turn !== turn;

/** Another address was typed into the dialog since. */
const isForAnother = ({ link }: OwnerState, event: { place: Place; email: string }) =>
  event.place === 'link' && link?.form.email !== event.email;

export const refusalOf = (outcome: Exclude<RedeemOutcome, { owner: string }>, now: number) =>
  'wait' in outcome ? { until: now + outcome.wait * 1000 } : outcome.refusal;

export const CONFIRM: OwnerSteps<ConfirmEvent> = {
  letterPressed(state, { place }) {
    const form = formIn(state, place);
    if (form.busy !== undefined) return next(state);
    const email = typedAddress(form.email);
    const asking = withForm(state, place, {
      email,
      busy: 'letter',
      asked: false,
      refusal: undefined,
    });
    return next(asking, { do: 'letter', place, turn: state.turn, email });
  },
  letterEnded(state, event, now) {
    if (isStale(state, event) || isForAnother(state, event)) return next(state);
    const { place, outcome } = event;
    const { busy } = formIn(state, place);
    const ended = { busy: busy === 'letter' ? undefined : busy };
    if (outcome === 'sent') return next(withForm(state, place, { ...ended, asked: true }));
    const refusal = typeof outcome === 'string' ? outcome : { until: now + outcome.wait * 1000 };
    return next(withForm(state, place, { ...ended, refusal }));
  },
  passkeyPressed(state) {
    if (state.panel.busy !== undefined) return next(state);
    const asking = withForm(state, 'panel', { busy: 'passkey', refusal: undefined });
    return next(asking, { do: 'usePasskey', turn: state.turn });
  },
  /** Blanks and hyphens do not count; the sixth digit submits. */
  codeTyped(state, { place, text }) {
    const code = text.replaceAll(/\D/g, '').slice(0, DIGITS);
    const before = formIn(state, place);
    if (code === before.code || before.busy === 'code') return next(state);
    const typed = withForm(state, place, { code, refusal: undefined });
    return code.length === DIGITS ? codePressed(typed, { place }) : next(typed);
  },
  codePressed,
  codeEnded(state, event, now) {
    if (isStale(state, event)) return next(state);
    const { place, outcome } = event;
    const ended = withForm(state, place, { busy: undefined });
    if (!('owner' in outcome)) {
      return next(withForm(ended, place, { refusal: refusalOf(outcome, now) }));
    }
    const { owner } = outcome;
    const { alias } = ended.seen;
    // Forwarding begins with this code, unless it had begun before.
    const begins = place === 'panel' && panelOf(state) === 'unconfirmed';
    const signedIn: OwnerState = {
      ...ended,
      owner,
      panel: emptyForm(state.panel.email),
      done: begins ? { email: owner } : undefined,
      link: undefined,
    };
    return alias?.real_email === owner
      ? next(signedIn)
      : next(signedIn, { do: 'show', email: owner });
  },
};

function codePressed(state: OwnerState, { place }: { place: Place }): OwnerNext {
  const form = formIn(state, place);
  if (!isComplete(form)) return next(state);
  const { email, code } = form;
  const brief = place === 'link' && state.link?.brief === true;
  const redeeming = withForm(state, place, { busy: 'code', refusal: undefined });
  return next(redeeming, { do: 'redeemCode', place, turn: state.turn, email, code, brief });
}
