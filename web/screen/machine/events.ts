/** The events of the screen, and the commands for the world that follow from them. Both are plain data. */

import type { AliasRow } from '../../client/alias-row.ts';
import type { Trouble } from '../../client/call-failed.ts';
import type { Creation } from '../../client/create-alias.ts';
import type { TestMail, TestMailOutcome } from '../../client/send-test-mail.ts';

export type ScreenEvent =
  // the form
  | { type: 'typed'; email: string }
  | { type: 'leftField' }
  | { type: 'submitted' }
  | { type: 'triedAgain' }
  | { type: 'cameOnline' }
  | { type: 'paused'; turn: number }
  | {
      type: 'lookedUp';
      turn: number;
      alias: AliasRow | undefined;
      failed: boolean;
      trouble: Trouble;
    }
  | { type: 'creationEnded'; turn: number; creation: Creation }
  // the result
  | { type: 'copyPressed' }
  | { type: 'copyEnded'; copy: number; copied: boolean }
  | { type: 'copyFaded'; copy: number }
  | { type: 'flipped' }
  | { type: 'saved'; id: string; active: boolean }
  | { type: 'saveFailed'; id: string }
  | { type: 'backPressed' }
  // the tab's history
  | { type: 'wentBack' }
  | { type: 'returned'; email: string }
  // what is loaded on demand is there
  | { type: 'prepared' }
  // the owner is known: his address is looked up
  | { type: 'named'; email: string }
  // the test mail
  | { type: 'testMailOpened' }
  | { type: 'testMailClosed' }
  | { type: 'subjectTyped'; subject: string }
  | { type: 'messageTyped'; message: string }
  | { type: 'sendPressed' }
  | { type: 'sendEnded'; aliasId: string; outcome: TestMailOutcome }
  // toasts
  | { type: 'toastFaded'; id: number };

export type Command =
  /** The event is to happen after so many milliseconds. */
  | { do: 'wait'; ms: number; event: ScreenEvent }
  // without what was typed beside the address
  | { do: 'lookUp'; turn: number; email: string }
  | { do: 'create'; turn: number; email: string }
  | { do: 'enterResult'; email: string }
  | { do: 'leaveResult' }
  | { do: 'save'; alias: AliasRow; active: boolean }
  | { do: 'copy'; copy: number; text: string }
  | { do: 'send'; mail: TestMail };
