/** The state of 'Manage this alias'. */

import type { Action, Entry } from './actions.ts';
import type { Failure } from './failure.ts';
import type { Facts, ShownEnrolment } from './outcome.ts';

export type ManageState = {
  facts: Facts;
  /** Whether its forwarding is switched on, as it is stored; undefined: not known yet. */
  forwards: boolean | undefined;
  /** The facts are being read; that blocks no action. */
  loading: boolean;
  open: Entry | undefined;
  /** The action under way. */
  busy: Action | undefined;
  /** The outcome of the last action, beside its row. */
  said: { entry: Entry; what: Failure | 'done' } | undefined;
  enrolment: ShownEnrolment | undefined;
  /** It waits for a code of the second factor. */
  proving: Action | undefined;
  code: string;
  /** The new real address, and someone else's, as they are typed. */
  address: string;
  correspondent: string;
};

export const FOLDED: ManageState = {
  facts: {},
  forwards: undefined,
  loading: false,
  open: undefined,
  busy: undefined,
  said: undefined,
  enrolment: undefined,
  proving: undefined,
  code: '',
  address: '',
  correspondent: '',
};
