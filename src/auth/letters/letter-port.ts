/** The port through which the facility has its letters written and sent. */

import type { OneTimeKind } from '#store/sessions/one-time.ts';
import type { Issued } from '../tokens/one-time-codes.ts';

/** A letter with a link and a code; the letter to the new address of a change only shows the code. */
export type SignInLetter = Issued & {
  kind: OneTimeKind;
  to: string;
  /** The present address of the account; null: none. */
  account: string | null;
  /** The alias that the letter names, and that its link and code confirm; absent: none. */
  alias?: string;
  /** Another front end requested it, or will prove that it did: the link leads there, never to our screen's dialog. */
  elsewhere: boolean;
  /** One of our languages; undefined: English. */
  language?: string | undefined;
};

/** An account event that the user is notified of, by a letter without a link. */
export type Notice =
  | 'factor-added'
  | 'factor-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'api-key-added'
  | 'address-changed'
  | 'address-returned'
  | 'address-taken-back'
  | 'factor-guessed'
  | 'session-by-code'
  | 'session-misused';

/** `deferred`: it is retried later, with a new link and code. */
export type LetterVerdict = 'accepted' | 'deferred' | 'refused';

/** A refused letter's wait in seconds, at least 1, and the limit that refused it. */
export type LetterWait = { seconds: number; limit: 'letters' | 'block' };

/** Who requests a letter. */
export type Requester = {
  /** IP address; absent: its blocks have no limit. */
  address?: string;
  /** The cookie of a browser in which someone was signed in (known-browsers.ts); absent or empty: none. */
  browser?: string;
  /** A change to this new address; the session of its user that requests it, undefined: someone without one. */
  change?: { session?: string; to: string };
};

export type LetterPort = {
  /**
   * Counts a letter to each of the addresses, or none of them.
   * @returns undefined if they may be sent
   */
  spend(addresses: readonly string[], requester: Requester): Promise<LetterWait | undefined>;
  /** Whether more than half of this node's letters to newcomers in an hour is used. */
  isBusy(): boolean;
  /** Resolves with the remote server's verdict, which can take a while. */
  send(letter: SignInLetter): Promise<LetterVerdict>;
  /** Records that a letter to this address was used. */
  used(address: string): Promise<void>;
  /** The reader did not request the letter: from then on the budget of the address counts as used up. */
  declined(address: string, isOwner: boolean): Promise<void>;
  /** Sends what is due: letters after a 4yz, and notices that are kept until they are sent. Never rejects. */
  sendAgain(): Promise<void>;
  /** Sends a notice, without a count or a wait. */
  notify(notice: Notice, to: string, language?: string): void;
};
