/** The owner's state, beside the specified screen: whether the address is confirmed, and by whom. */

import type { AliasRow } from '../../client/alias-row.ts';
import type { ScreenStage } from '../machine/state.ts';
import { type CodeForm, emptyForm } from './confirm/state.ts';
import type { LinkDialog } from './link/state.ts';
import type { Pause } from './pause/state.ts';
import { NOTHING_UNASKED, type Unasked } from './unasked/state.ts';

/** The relevant part of the specified screen. */
export type Seen = {
  stage: ScreenStage;
  /** The typed address, in the form of the calls. */
  email: string;
  alias: AliasRow | undefined;
};

export type OwnerState = {
  seen: Seen;
  /** Address of the kept session. */
  owner: string | undefined;
  panel: CodeForm;
  /** The address was confirmed, but not in this browser. */
  elsewhere: boolean;
  /** The address that was confirmed here a moment ago, and the code for another browser, once it is there. */
  done: { email: string; code: string | undefined } | undefined;
  /** The address whose session has ended elsewhere, as a press has shown. */
  signedOut: string | undefined;
  link: LinkDialog | undefined;
  unasked: Unasked;
  /** Undefined until the server has answered. */
  pause: Pause | undefined;
  /** The owner has accepted the offer to add a passkey. */
  addingPasskey: boolean;
  /** The last message about a deleted alias, a declined letter, or a change of the address. */
  farewell:
    | 'notMine'
    | 'declined'
    | 'aliasDeleted'
    | 'allDeleted'
    | 'halfWay'
    | 'moved'
    | undefined;
  /** Counts the addresses: an answer for an older one is dropped. */
  turn: number;
};

const NOTHING_SEEN: Seen = { stage: 'idle', email: '', alias: undefined };

/** @param token of the opened link; empty: the link was refused */
export const initial = (token?: string): OwnerState => ({
  seen: NOTHING_SEEN,
  owner: undefined,
  panel: emptyForm(''),
  elsewhere: false,
  done: undefined,
  signedOut: undefined,
  link:
    token === undefined
      ? undefined
      : {
          token,
          about: undefined,
          brief: false,
          step: token === '' ? 'expired' : 'question',
          form: emptyForm(''),
        },
  unasked: NOTHING_UNASKED,
  pause: undefined,
  addingPasskey: false,
  farewell: undefined,
  turn: 0,
});

/**
 * The panel below the view: `unconfirmed` and `elsewhere` under an alias made here, `hidden` under another user's
 * alias, `owner` under the visitor's own.
 */
export type Panel = 'none' | 'unconfirmed' | 'elsewhere' | 'hidden' | 'owner';

export function panelOf({ seen, owner, elsewhere }: OwnerState): Panel {
  if (seen.alias) {
    if (seen.alias.real_email === owner) return 'owner';
    return elsewhere ? 'elsewhere' : 'unconfirmed';
  }
  return seen.stage === 'locked' ? 'hidden' : 'none';
}

/** The alias on the screen, if it is the visitor's own. */
export const ownAlias = (state: OwnerState): AliasRow | undefined =>
  panelOf(state) === 'owner' ? state.seen.alias : undefined;
