/** Letters: our messages to people who sign in. Their kinds; src/mail/letters/ has their words. */

/** A letter with a link and a code, or only a code, by the name of the action that they redeem. */
export type LinkLetterKind = 'magiclink' | 'signup' | 'recovery' | 'email_change_current';

/** A notice of an event: the letter does not ask for an action and contains no link. */
export type NoticeKind =
  | 'factor-added'
  | 'factor-removed'
  | 'factors-forgotten'
  | 'passkey-added'
  | 'passkey-removed'
  | 'api-key-added'
  | 'address-changed'
  | 'address-returned'
  | 'address-taken-back'
  | 'factor-guessed'
  | 'session-by-code'
  | 'session-misused';

export type Letter = {
  /** Canonical, and checked by `isDeliverable`. */
  to: string;
  /** PUBLIC_URL: scheme, host and port, in US-ASCII, without a slash at its end. */
  site: string;
  /** Tag of one of our languages; absent: English. */
  language?: string;
} & LetterContent;

/**
 * `link`: the whole address, on the site; `code`: six digits; `alias`: the one that will forward to the letter's
 * address; `asker`: the masked address of the account that wants to use the letter's address, null if it has none.
 */
export type LetterContent =
  | { kind: LinkLetterKind; link: string; code: string }
  | { kind: 'confirm'; alias: string; link: string; code: string }
  | { kind: 'email_change_new'; asker: string | null; code: string }
  | { kind: 'reauthentication'; code: string }
  | { kind: 'not_me'; link: string }
  | { kind: 'way_back'; link: string }
  | { kind: NoticeKind };
