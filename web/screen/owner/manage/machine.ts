/** The machine of 'Manage this alias': from presses and their results follow the next state and commands. */

import { machineOf, type Next, next } from '../../../next.ts';
import { type Action, type Entry, entryOf } from './actions.ts';
import type { Failure } from './call.ts';
import type { ActionOutcome, Facts, ShownEnrolment } from './outcome.ts';

export type ManageState = {
  facts: Facts;
  /** Whether its forwarding is switched on, as it is stored; undefined: not known yet. */
  forwards?: boolean | undefined;
  /** The facts are being read; that blocks no action. */
  loading: boolean;
  open?: Entry | undefined;
  /** The action under way. */
  busy?: Action | undefined;
  /** The outcome of the last action, beside its row. */
  said?: { entry: Entry; what: Failure | 'done' } | undefined;
  enrolment?: ShownEnrolment | undefined;
  /** It waits for a code of the second factor. */
  proving?: Action | undefined;
  code: string;
  /** The new real address, and someone else's, as they are typed. */
  address: string;
  correspondent: string;
};

export const FOLDED: ManageState = {
  facts: {},
  loading: false,
  code: '',
  address: '',
  correspondent: '',
};

export type ManageEvent =
  | { type: 'factsWanted' }
  | { type: 'loaded'; facts: Facts }
  | { type: 'unfolded'; entry: Entry }
  /** The alias was switched by hand, or has ended: in either case it no longer ends by itself. */
  | { type: 'switched'; forwards: boolean }
  | { type: 'addressTyped'; email: string }
  | { type: 'correspondentTyped'; email: string }
  | { type: 'codeTyped'; text: string }
  | { type: 'pressed'; action: Action }
  | { type: 'ended'; action: Action; outcome: ActionOutcome }
  /** The code for a waiting action was accepted, or not. */
  | { type: 'proved'; outcome: ActionOutcome };

/** Of every row of 'Manage this alias'. */
export type ManageProps = { state: ManageState; send: (event: ManageEvent) => void };

export type ManageCommand =
  | { do: 'load' }
  | { do: 'act'; action: Action }
  /** Proves the second factor; the action is repeated after it. */
  | { do: 'prove'; factor: string; code: string };

type ManageNext = Next<ManageState, ManageCommand>;

const DIGITS = 6;

export const manageStep = machineOf<ManageState, ManageEvent, ManageCommand>({
  // Reading blocks nothing: a press in the first moment must not be lost.
  factsWanted: (state) =>
    state.loading ? next(state) : next({ ...state, loading: true }, { do: 'load' }),
  /** The owner may have acted since the facts were requested: the present ones are newer. */
  loaded(state, { facts }) {
    const { unread: _, ...present } = state.facts;
    return next({ ...state, loading: false, facts: { ...facts, ...present } });
  },
  unfolded(state, { entry }) {
    const open = state.open === entry ? undefined : entry;
    return next({ ...state, open, said: undefined, proving: undefined, code: '' });
  },
  switched(state, { forwards }) {
    const isChange = state.forwards !== undefined && state.forwards !== forwards;
    const facts = isChange && state.facts.endsAt ? { ...state.facts, endsAt: null } : state.facts;
    return next({ ...state, forwards, facts });
  },
  addressTyped: (state, { email }) => next({ ...state, address: email }),
  // The address below was another person's.
  correspondentTyped: (state, { email }) =>
    next({ ...state, correspondent: email, facts: { ...state.facts, written: undefined } }),
  /** The field is disabled while an action runs. Blanks do not count; the sixth digit submits: for the waiting action, the new address, or the new factor. */
  codeTyped(state, { text }) {
    if (state.busy) return next(state);
    const code = text.replaceAll(/\D/g, '').slice(0, DIGITS);
    const typed: ManageState = { ...state, code, said: undefined };
    if (code.length < DIGITS || code === state.code) return next(typed);
    const { proving, open, enrolment, facts } = state;
    if (proving && facts.factor) {
      return next({ ...typed, busy: proving }, { do: 'prove', factor: facts.factor, code });
    }
    if (open === 'address' && facts.newEmail) {
      return pressed(typed, { do: 'confirmAddress', email: facts.newEmail, code });
    }
    return enrolment ? pressed(typed, { do: 'verifyFactor', id: enrolment.id, code }) : next(typed);
  },
  pressed: (state, { action }) => pressed(state, action),
  ended: (state, { action, outcome }) => next(ended(state, action, outcome)),
  proved(state, { outcome }) {
    const { proving } = state;
    // Its row was folded meanwhile.
    if (!proving) return next({ ...state, busy: undefined });
    const idle = { ...state, busy: undefined, code: '' };
    if ('failed' in outcome) {
      return next({ ...idle, said: { entry: entryOf(proving), what: outcome.failed } });
    }
    return pressed(idle, proving);
  },
});

function pressed(state: ManageState, action: Action): ManageNext {
  if (state.busy) return next(state);
  const busy = { ...state, busy: action, said: undefined, proving: undefined };
  return next(busy, { do: 'act', action });
}

function ended(state: ManageState, action: Action, outcome: ActionOutcome): ManageState {
  const entry = entryOf(action);
  // A second factor is set up beside other actions.
  const enrols = entry === 'factor' || !state.enrolment;
  const idle = { ...state, busy: undefined };
  if ('failed' in outcome) {
    const { failed } = outcome;
    if (failed === 'secondFactor' && state.facts.factor) {
      return { ...idle, open: entry, proving: action, code: '' };
    }
    // The next key begins a new code.
    const code = enrols || entry === 'address' ? '' : state.code;
    return { ...idle, code, said: { entry, what: failed } };
  }
  return {
    ...idle,
    facts: { ...state.facts, ...outcome.facts },
    ...(enrols && { enrolment: outcome.enrolment, code: '' }),
    said: outcome.enrolment ? undefined : { entry, what: 'done' },
  };
}
