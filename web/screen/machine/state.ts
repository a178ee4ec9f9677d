/** The state of the screen. */

import type { AliasRow } from '../../client/alias-row.ts';
import type { Trouble } from '../../client/call-failed.ts';
import { type Forwarding, forwardingOf } from './forwarding.ts';
import { NO_TEST_MAIL, type TestMailDialog } from './test-mail.ts';
import type { Toast } from './toasts.ts';

/**
 * The visitor's place. `idle -> typing -> checking -> free | locked`, `free -> creating -> result`, and back. A valid
 * address may also be submitted while `typing`, before its look-up has begun; `checking` leads to `result` where the tab
 * returns to its entry.
 */
export type Stage = 'idle' | 'typing' | 'checking' | 'free' | 'locked' | 'creating' | 'result';

export type State = {
  stage: Stage;
  /** The text in the field, as it was typed. */
  email: string;
  /** The field message is shown. */
  flagged: boolean;
  /** The reason why the last call of the form failed. */
  trouble: Trouble;
  /** Counts the visitor's changes of mind: an answer to an older turn is dropped. */
  turn: number;
  /** The look-up is for the result's entry in the tab's history: an alias found is the result again. */
  returning: boolean;
  /** The insert has reported that the address has an alias; only with confirmed addresses. */
  taken: boolean;
  /**
   * The alias of the address: in `locked` and `result`, and only there. With confirmed addresses it may be undefined in
   * `locked`: the address has one, and this browser is not its owner's.
   */
  alias: AliasRow | undefined;
  forwarding: Forwarding;
  /** The outcome of the last copying; `copied` for a while only. */
  copying: 'idle' | 'copied' | 'blocked';
  /** Counts the copies: the time of an older one does not end the newest. */
  copies: number;
  testMail: TestMailDialog;
  toasts: readonly Toast[];
};

export const INITIAL: State = {
  stage: 'idle',
  email: '',
  flagged: false,
  trouble: undefined,
  turn: 0,
  returning: false,
  taken: false,
  alias: undefined,
  forwarding: forwardingOf(true),
  copying: 'idle',
  copies: 0,
  testMail: NO_TEST_MAIL,
  toasts: [],
};
