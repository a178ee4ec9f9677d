/** The events of the screen, and the resulting commands to the world. Both are plain data. */

import type { AliasRow } from '../../client/alias-row.ts';
import type { Trouble } from '../../client/call-failed.ts';
import type { Creation } from '../../client/create-alias.ts';
import type { TestMail, TestMailOutcome } from '../../client/send-test-mail.ts';

export type ScreenEvent =
  // the form
  | { type: 'typed'; email: string }
  | { type: 'leftField' }
  /** `begun`: by a press that began when an alias could be asked for. */
  | { type: 'submitted'; begun?: boolean }
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
  // a script on demand has loaded
  | { type: 'prepared' }
  // the owner is known: the address is looked up
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
  /** Sends the event after this many milliseconds. */
  | { do: 'wait'; ms: number; event: ScreenEvent }
  // the typed address without surrounding blanks
  | { do: 'lookUp'; turn: number; email: string }
  | { do: 'create'; turn: number; email: string }
  | { do: 'enterResult'; email: string }
  | { do: 'leaveResult' }
  | { do: 'save'; alias: AliasRow; active: boolean }
  | { do: 'copy'; copy: number; text: string }
  | { do: 'send'; mail: TestMail };
