/** The owner's state, beside the specified screen: whether the address is confirmed, and by whom. */

import type { AliasRow } from '../../client/alias-row.ts';
import type { LetterOutcome } from '../../client/letter.ts';
import type { ScreenStage } from '../machine/state.ts';

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
  owner?: string | undefined;
  panel: CodeForm;
  /** The address was confirmed, but not in this browser. */
  elsewhere: boolean;
  /** The address that was confirmed here a moment ago, and the code for another browser, once it is there. */
  done?: { email: string; code?: string } | undefined;
  /** The address whose session has ended elsewhere, as a press has shown. */
  signedOut?: string | undefined;
  link?: LinkQuestion | undefined;
  unasked: Unasked;
  /** Undefined until the server has answered. */
  pause?: Pause | undefined;
  /** The owner has accepted the offer to add a passkey. */
  addingPasskey: boolean;
  /** The last message about a deleted alias, a declined letter, or a change of the address. */
  farewell?: Farewell | undefined;
  /** Counts the addresses: an answer for an older one is dropped. */
  turn: number;
};

export type Farewell = 'notMine' | 'declined' | 'aliasDeleted' | 'allDeleted' | 'halfWay' | 'moved';

/** A letter and its code, for one address in one place. */
export type CodeForm = {
  /** The address that the letter went to. */
  email: string;
  /** A letter was requested here. */
  asked: boolean;
  /** Digits, six at most. */
  code: string;
  /** The action under way. */
  busy?: 'letter' | 'code' | 'passkey' | undefined;
  refusal?: ShownRefusal | undefined;
};

/** The reason why a letter was not sent or a code not accepted. */
export type ShownRefusal =
  | Reason
  /** Milliseconds since 1970. */
  | { until: number };

export type Reason =
  | Exclude<LetterOutcome, 'sent' | { wait: number }>
  | 'wrongCode'
  | 'noPasskey'
  /** The address is confirmed, and the browser refuses its storage. */
  | 'notKept'
  /** The server does not have this call. */
  | 'notOffered';

/** The question that a letter's link opens. */
export type LinkQuestion = {
  token: string;
  /** Undefined until the server has answered; null: it does not say. */
  about?: AskedFor | null;
  /** The session ends with the tab. */
  brief: boolean;
  /** `expired`: a new letter can be requested. */
  step: 'question' | 'confirming' | 'denying' | 'expired';
  /** Of a new letter, with the reason why the answer to the question was refused. */
  form: CodeForm;
};

/** What a link would confirm. */
export type AskedFor = {
  /** Masked. */
  address: string;
  /** The alias that this link confirms; null: none. */
  alias: string | null;
};

/** Aliases that someone created for the owner's address. */
export type Unasked = {
  rows: readonly UnaskedAlias[];
  /** The answer under way. */
  busy?: { id: string; keep: boolean } | undefined;
  /** The id whose answer has not reached the server. */
  failed?: string | undefined;
  /** The alias that was deleted last. */
  gone?: string | undefined;
};

export type UnaskedAlias = { id: string; alias: string };

/** The pause of the owner's alias. */
export type Pause = {
  /** The alias's. */
  id: string;
  /** ISO 8601; null: mail is forwarded; undefined: the server has no pauses. */
  until: string | null | undefined;
  /** The outcome of 'End the pause'. */
  ending?: 'busy' | 'failed';
};

export const emptyForm = (email: string): CodeForm => ({ email, asked: false, code: '' });

/** @param token of the opened link; empty: the link was refused */
export const openedLink = (token: string): LinkQuestion => ({
  token,
  brief: false,
  step: token === '' ? 'expired' : 'question',
  form: emptyForm(''),
});

export const NOTHING_UNASKED: Unasked = { rows: [] };

/** @param token as in `openedLink`; undefined: none was opened */
export const initial = (token?: string): OwnerState => ({
  seen: { stage: 'idle', email: '', alias: undefined },
  panel: emptyForm(''),
  elsewhere: false,
  link: token === undefined ? undefined : openedLink(token),
  unasked: NOTHING_UNASKED,
  addingPasskey: false,
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
