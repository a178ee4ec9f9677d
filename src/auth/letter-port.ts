/** What the facility asks of whoever writes and sends its letters. */

import type { OneTimeKind } from '#store/auth/one-time.ts';
import type { Issued } from './one-time-codes.ts';

/** With a link and a code in it. */
export type Letter = Issued & { kind: OneTimeKind; to: string };

/** What happened to an account, for a letter without a link. */
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
   * @param block of whoever asked
   * @returns undefined where they may leave
   */
  spend(addresses: readonly string[], block: string | undefined): Promise<LetterWait | undefined>;
  /** Resolves with the far side's verdict, which can take a while. */
  send(letter: Letter): Promise<LetterVerdict>;
  /** A letter to this address was used. */
  used(address: string): Promise<void>;
  /** Neither counted nor waited for. */
  notify(notice: Notice, to: string): void;
};
