/** The events about the owner, and the resulting commands. Both are plain data. */

import type { LetterOutcome } from '../../client/letter.ts';
import type { UnaskedAlias } from './unasked/calls.ts';
import type { AskedFor, OwnerState, Place, Reason, Seen } from './state.ts';
import type { Next } from '../../next.ts';
import type { Wait } from '../../runner.ts';

/** A code or a link was redeemed; `expired` for a link is what a wrong code is for a code. */
export type RedeemOutcome = { owner: string } | { refusal: Reason } | { wait: number };

export type Denied = 'ok' | 'expired' | 'unreachable' | 'notOffered';

export type OwnerEvent =
  /** The specified screen shows this; `owner`: address of the kept session. */
  | { type: 'seen'; seen: Seen; owner: string | undefined }
  // the letter and its code
  | { type: 'emailTyped'; email: string }
  | { type: 'letterPressed'; place: Place }
  | { type: 'letterEnded'; place: Place; turn: number; email: string; outcome: LetterOutcome }
  | { type: 'codeTyped'; place: Place; text: string }
  | { type: 'codePressed'; place: Place }
  | { type: 'codeEnded'; place: Place; turn: number; outcome: RedeemOutcome }
  | { type: 'passkeyPressed' }
  // confirmed meanwhile?
  | { type: 'polled'; turn: number; left: number }
  | { type: 'cameBack' }
  | { type: 'checked'; turn: number; owner: string | undefined; gone: boolean }
  // the link
  /** Another page of the server has signed a user in, or has failed. */
  | { type: 'signedIn'; owner: string | undefined }
  | { type: 'askedFor'; about: AskedFor | null }
  | { type: 'briefFlipped' }
  | { type: 'yesPressed' }
  | { type: 'linkEnded'; outcome: RedeemOutcome }
  | { type: 'deviceCode'; code: string }
  | { type: 'noPressed' }
  | { type: 'denied'; outcome: Denied }
  | { type: 'linkClosed' }
  // the owner
  /** 'Show my alias', on the empty form. */
  | { type: 'showPressed' }
  /** `until`: as in the state. */
  | { type: 'pauseTold'; id: string; until: string | null | undefined }
  | { type: 'pauseOver'; id: string; until: string | null }
  | { type: 'endPausePressed' }
  | { type: 'pauseNotEnded'; id: string }
  // aliases that someone else created
  | { type: 'unaskedTold'; owner: string; rows: UnaskedAlias[]; kept: boolean }
  | { type: 'unaskedPressed'; id: string; keep: boolean }
  | { type: 'unaskedEnded'; id: string; keep: boolean; done: boolean }
  | { type: 'offerTaken' }
  | { type: 'signOutPressed' }
  /** The session has ended elsewhere, as a call has shown. */
  | { type: 'sessionEnded' }
  /** The alias, or everything, is gone from this browser; undefined: the owner has signed out. */
  | { type: 'left'; farewell: OwnerState['farewell'] };

export type OwnerCommand =
  | Wait<OwnerEvent>
  | { do: 'letter'; place: Place; turn: number; email: string }
  /** Asks for the outcome of the letter that went out with the alias, if one did. */
  | { do: 'followLetter'; turn: number; email: string }
  | { do: 'redeemCode'; place: Place; turn: number; email: string; code: string; brief: boolean }
  | { do: 'usePasskey'; turn: number }
  | { do: 'redeemLink'; token: string; brief: boolean }
  | { do: 'askDeviceCode' }
  | { do: 'deny'; token: string }
  | { do: 'check'; turn: number; email: string }
  | { do: 'readUnasked'; owner: string }
  | { do: 'answerUnasked'; id: string; keep: boolean }
  | { do: 'readPause'; id: string }
  | { do: 'endPause'; id: string }
  /** The specified screen stamps the postmark, and says so at its top. */
  | { do: 'tellForwarded' }
  /** The specified screen looks this address up. */
  | { do: 'show'; email: string }
  /** The specified screen keeps this address, and hides its alias. */
  | { do: 'hide'; email: string }
  /** The specified screen goes back to its empty form. */
  | { do: 'leave' }
  | { do: 'signOut' };

export type OwnerNext = Next<OwnerState, OwnerCommand>;
