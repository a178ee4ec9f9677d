/** The events about the owner, and the resulting commands. Both are plain data. */

import type { LetterOutcome } from '../../client/letter.ts';
import type { Next, Steps } from '../../next.ts';
import type { Wait } from '../../runner.ts';
import type { AskedFor, Farewell, OwnerState, Reason, Seen, UnaskedAlias } from './state.ts';

/** The place of a code's input: below the view, or in the dialog of a link. */
export type Place = 'panel' | 'link';

/** A code or a link was redeemed; `expired` for a link is what a wrong code is for a code. */
export type RedeemOutcome = { owner: string } | { refusal: Reason } | { wait: number };

/** The answer to 'not me'. */
export type Denied = 'ok' | 'expired' | 'unreachable' | 'notOffered';

/** The letter that confirms an address, and its code. */
export type ConfirmEvent =
  | { type: 'letterPressed'; place: Place }
  | { type: 'letterEnded'; place: Place; turn: number; email: string; outcome: LetterOutcome }
  | { type: 'codeTyped'; place: Place; text: string }
  | { type: 'codePressed'; place: Place }
  | { type: 'codeEnded'; place: Place; turn: number; outcome: RedeemOutcome }
  | { type: 'passkeyPressed' };

/** Confirmed meanwhile? */
export type PollingEvent =
  /** `left`: automatic questions still to come, including this one. */
  | { type: 'polled'; turn: number; left: number }
  /** `gone`: the ticket shows the alias no longer. */
  | { type: 'checked'; turn: number; owner: string | undefined; gone: boolean };

export type LinkEvent =
  /** Into the dialog, for a new letter. */
  | { type: 'emailTyped'; email: string }
  /** Another page of the server has signed a user in, or has failed. */
  | { type: 'signedIn'; owner: string | undefined }
  | { type: 'askedFor'; about: AskedFor | null }
  | { type: 'briefFlipped' }
  | { type: 'yesPressed' }
  | { type: 'linkEnded'; outcome: RedeemOutcome }
  | { type: 'deviceCode'; code: string }
  | { type: 'noPressed' }
  | { type: 'denied'; outcome: Denied }
  | { type: 'linkClosed' };

export type PauseEvent =
  /** `until`: as in the state. */
  | { type: 'pauseTold'; id: string; until: string | null | undefined }
  | { type: 'pauseOver'; id: string; until: string | null }
  | { type: 'endPausePressed' }
  | { type: 'pauseNotEnded'; id: string };

export type UnaskedEvent =
  /** `kept`: aliases of this browser were kept. */
  | { type: 'unaskedTold'; owner: string; rows: UnaskedAlias[]; kept: boolean }
  | { type: 'unaskedPressed'; id: string; keep: boolean }
  /** `done` is false: the server did not say. */
  | { type: 'unaskedEnded'; id: string; keep: boolean; done: boolean };

export type OwnerEvent =
  /** The specified screen shows this; `owner`: address of the kept session. */
  | { type: 'seen'; seen: Seen; owner: string | undefined }
  | { type: 'cameBack' }
  | ConfirmEvent
  | PollingEvent
  | LinkEvent
  | PauseEvent
  | UnaskedEvent
  /** 'Show my alias', on the empty form. */
  | { type: 'showPressed' }
  /** Of a passkey, after the address was confirmed. */
  | { type: 'offerTaken' }
  /** The session has ended elsewhere, as a call has shown. */
  | { type: 'sessionEnded' }
  /** The alias, or everything, is gone from this browser; undefined: the owner has signed out. */
  | { type: 'left'; farewell: Farewell | undefined };

export type OwnerCommand =
  | Wait<OwnerEvent>
  | { do: 'letter'; place: Place; turn: number; email: string }
  /** Asks for the outcome of the letter that went out with the alias, if one did. */
  | { do: 'followLetter'; turn: number; email: string }
  | { do: 'redeemCode'; place: Place; turn: number; email: string; code: string; brief: boolean }
  | { do: 'usePasskey'; turn: number }
  | { do: 'check'; turn: number; email: string }
  | { do: 'redeemLink'; token: string; brief: boolean }
  | { do: 'askDeviceCode' }
  | { do: 'deny'; token: string }
  | { do: 'readPause'; id: string }
  | { do: 'endPause'; id: string }
  | { do: 'readUnasked'; owner: string }
  | { do: 'answerUnasked'; id: string; keep: boolean }
  /** The specified screen stamps the postmark, and says so at its top. */
  | { do: 'tellForwarded' }
  /** The specified screen looks this address up. */
  | { do: 'show'; email: string }
  /** The specified screen keeps this address, and hides its alias. */
  | { do: 'hide'; email: string }
  /** The specified screen goes back to its empty form. */
  | { do: 'leave' };

export type OwnerNext = Next<OwnerState, OwnerCommand>;

/** What the machine does about some of the events. */
export type OwnerSteps<Event extends OwnerEvent> = Steps<OwnerState, Event, OwnerCommand>;

/** The event that a command leads to. Never rejects. */
export type OwnerAnswer = Promise<OwnerEvent | void>;

/** Passes the visitor's action to the owner's machine. */
export type OwnerSend = (event: OwnerEvent) => void;
