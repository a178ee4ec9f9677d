/** The port through which the facility has its letters written and sent. */

import type { OneTimeKind } from '#store/auth/one-time.ts';
import type { Issued } from './one-time-codes.ts';

/** With a link and a code in it. */
export type Letter = Issued & {
  kind: OneTimeKind;
  to: string;
  /** Another front end asked for it, or will prove that it asked: the link leads there, and never to a dialog of our screen. */
  elsewhere: boolean;
};

/** An event of an account that its user is told of, by a letter without a link. */
export type Notice =
  | 'factor-added'
  | 'factor-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'address-changed'
  | 'session-misused';

/** `deferred`: it is tried again later, with a link and a code of its own. */
export type LetterVerdict = 'accepted' | 'deferred' | 'refused';

export type LetterWait = { seconds: number; limit: 'letters' | 'block' };

export type LetterPort = {
  /**
   * Counts a letter to each of the addresses, or none of them.
   * @param block address block of the asker
   * @returns undefined where they may leave
   */
  spend(addresses: readonly string[], block: string | undefined): Promise<LetterWait | undefined>;
  /** Resolves with the far side's verdict, which can take a while. */
  send(letter: Letter): Promise<LetterVerdict>;
  /** A letter to this address was used. */
  used(address: string): Promise<void>;
  /** The reader did not ask for the letter: from then on the address is answered as one whose budget is used up. */
  declined(address: string, isOwner: boolean): Promise<void>;
  /** Sends a notice, which is not counted and not waited for. */
  notify(notice: Notice, to: string): void;
};
