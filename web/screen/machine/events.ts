/** The events of the screen, and the resulting commands to the world. Both are plain data. */

import type { AliasRow } from '../../client/alias-row.ts';
import type { CallTrouble } from '../../client/call-failed.ts';
import type { Creation } from '../../client/create-alias.ts';
import type { TestMailRequest, TestMailOutcome } from '../../client/send-test-mail.ts';
import type { Next } from '../../next.ts';
import type { Wait } from '../../runner.ts';
import type { Desk } from './desk.ts';
import type { State } from './state.ts';

export type ScreenEvent = FormEvent | DeskEvent;

export type FormEvent = TypedEvent | TabHistoryEvent | { type: 'toastFaded'; id: number };

export type TypedEvent =
  /** `composing`: by an input method, whose text is not settled. */
  | { type: 'typed'; email: string; composing?: boolean }
  /** The input method's text is settled. */
  | { type: 'composed' }
  | { type: 'leftField' }
  /** `begun`: by a press that began when an alias could be requested. */
  | { type: 'submitted'; begun?: boolean }
  /** Enter in the field. */
  | { type: 'entered' }
  | { type: 'triedAgain' }
  | { type: 'cameOnline' }
  | { type: 'paused'; turn: number }
  | {
      type: 'lookedUp';
      turn: number;
      alias: AliasRow | undefined;
      failed: boolean;
      trouble: CallTrouble;
    }
  | { type: 'creationEnded'; turn: number; creation: Creation };

/** The tab's history. */
export type TabHistoryEvent =
  | { type: 'backPressed' }
  | { type: 'wentBack' }
  | { type: 'returned'; email: string }
  /** The owner is known: the address is looked up. */
  | { type: 'named'; email: string };

/** They come from what the script on demand shows, and never before it. */
export type DeskEvent =
  /** The tab is seen again: another one may have changed the alias. */
  | { type: 'seenAgain' }
  | { type: 'copyPressed' }
  | { type: 'copyEnded'; copy: number; copied: boolean }
  | { type: 'copyFaded'; copy: number }
  /** `alias`: as it is stored now. */
  | { type: 'lookedAgain'; alias: AliasRow }
  /** The owner may have several aliases: the page shows this one, with a message about what has just happened. */
  | { type: 'chosen'; alias: AliasRow; text: string | undefined }
  /** The owner's side: mail to the alias is forwarded from now on. */
  | { type: 'forwarded'; text: string }
  /** The owner's side: this browser may no longer see the alias of this address. */
  | { type: 'hidden'; email: string }
  | { type: 'flipped' }
  | { type: 'saved'; id: string; active: boolean }
  | { type: 'saveFailed'; id: string }
  // the test mail
  | { type: 'testMailOpened' }
  | { type: 'testMailClosed' }
  | { type: 'subjectTyped'; subject: string }
  | { type: 'messageTyped'; message: string }
  | { type: 'sendPressed' }
  | { type: 'sendEnded'; aliasId: string; outcome: TestMailOutcome };

export type ScreenCommand =
  | Wait<ScreenEvent>
  // the typed address without surrounding blanks
  | { do: 'lookUp'; turn: number; email: string }
  | { do: 'create'; turn: number; email: string }
  | { do: 'enterResult'; email: string }
  | { do: 'leaveResult' }
  // The others are about an alias on the screen, or one that was there a moment ago. This one gives no sign.
  | { do: 'lookAgain'; alias: AliasRow }
  | { do: 'save'; alias: AliasRow; active: boolean }
  | { do: 'copy'; copy: number; text: string }
  | { do: 'send'; mail: TestMailRequest };

/** The result of every part of the screen's machine. */
export type ScreenNext = Next<State, ScreenCommand>;

/** Passes the visitor's action to the machine. */
export type Send = (event: ScreenEvent) => void;

/** Of a view that shows the alias on the desk. */
export type DeskProps = { desk: Desk; send: Send };
