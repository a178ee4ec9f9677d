/** The letter that confirms an address, and its code. */

import type { LetterOutcome } from '../../../client/letter.ts';

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

/** A code or a link was redeemed; `expired` for a link is what a wrong code is for a code. */
export type RedeemOutcome = { owner: string } | { refusal: Reason } | { wait: number };

/** The place of a code's input: below the view, or in the dialog of a link. */
export type Place = 'panel' | 'link';

/** A letter and its code, for one address in one place. */
export type CodeForm = {
  /** The address that the letter went to. */
  email: string;
  /** A letter was requested here. */
  asked: boolean;
  /** Digits, six at most. */
  code: string;
  /** The action under way. */
  busy: 'letter' | 'code' | 'passkey' | undefined;
  refusal: ShownRefusal | undefined;
};

export const emptyForm = (email: string): CodeForm => ({
  email,
  asked: false,
  code: '',
  busy: undefined,
  refusal: undefined,
});

export type ConfirmEvent =
  | { type: 'letterPressed'; place: Place }
  | { type: 'letterEnded'; place: Place; turn: number; email: string; outcome: LetterOutcome }
  | { type: 'codeTyped'; place: Place; text: string }
  | { type: 'codePressed'; place: Place }
  | { type: 'codeEnded'; place: Place; turn: number; outcome: RedeemOutcome }
  | { type: 'passkeyPressed' }
  // confirmed meanwhile?
  | { type: 'polled'; turn: number; left: number }
  /** `gone`: the ticket shows the alias no longer. */
  | { type: 'checked'; turn: number; owner: string | undefined; gone: boolean };

export type ConfirmCommand =
  | { do: 'letter'; place: Place; turn: number; email: string }
  /** Asks for the outcome of the letter that went out with the alias, if one did. */
  | { do: 'followLetter'; turn: number; email: string }
  | { do: 'redeemCode'; place: Place; turn: number; email: string; code: string; brief: boolean }
  | { do: 'usePasskey'; turn: number }
  | { do: 'check'; turn: number; email: string };
