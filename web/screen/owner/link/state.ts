/** The question that a letter's link opens. */

import type { CodeForm, RedeemOutcome } from '../confirm/state.ts';

/** What a link would confirm. */
export type AskedFor = {
  /** Masked. */
  address: string;
  /** The alias that this link confirms; null: none. */
  alias: string | null;
};

export type LinkDialog = {
  token: string;
  /** Undefined until the server has answered; null: it does not say. */
  about: AskedFor | null | undefined;
  /** The session ends with the tab. */
  brief: boolean;
  /** `expired`: a new letter can be requested. */
  step: 'question' | 'confirming' | 'denying' | 'expired';
  /** Of a new letter, with the reason why the answer to the question was refused. */
  form: CodeForm;
};

export type Denied = 'ok' | 'expired' | 'unreachable' | 'notOffered';

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

export type LinkCommand =
  | { do: 'redeemLink'; token: string; brief: boolean }
  | { do: 'askDeviceCode' }
  | { do: 'deny'; token: string };
