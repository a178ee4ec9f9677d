/** The events about the owner, and the resulting commands. Both are plain data. */

import type { Next } from '../../next.ts';
import type { Wait } from '../../runner.ts';
import type { ConfirmCommand, ConfirmEvent } from './confirm/state.ts';
import type { LinkCommand, LinkEvent } from './link/state.ts';
import type { PauseCommand, PauseEvent } from './pause/state.ts';
import type { OwnerState, Seen } from './state.ts';
import type { UnaskedCommand, UnaskedEvent } from './unasked/state.ts';

export type OwnerEvent =
  /** The specified screen shows this; `owner`: address of the kept session. */
  | { type: 'seen'; seen: Seen; owner: string | undefined }
  | { type: 'cameBack' }
  | ConfirmEvent
  | LinkEvent
  | PauseEvent
  | UnaskedEvent
  /** 'Show my alias', on the empty form. */
  | { type: 'showPressed' }
  /** Of a passkey, after the address was confirmed. */
  | { type: 'offerTaken' }
  /** The session has ended elsewhere, as a call has shown. */
  | { type: 'sessionEnded' }
  /** The alias, or everything, is gone from this browser; undefined: the owner has signed out. */
  | { type: 'left'; farewell: OwnerState['farewell'] };

export type OwnerCommand =
  | Wait<OwnerEvent>
  | ConfirmCommand
  | LinkCommand
  | PauseCommand
  | UnaskedCommand
  /** The specified screen stamps the postmark, and says so at its top. */
  | { do: 'tellForwarded' }
  /** The specified screen looks this address up. */
  | { do: 'show'; email: string }
  /** The specified screen keeps this address, and hides its alias. */
  | { do: 'hide'; email: string }
  /** The specified screen goes back to its empty form. */
  | { do: 'leave' };

export type OwnerNext = Next<OwnerState, OwnerCommand>;

/** The event that a command leads to. Never rejects. */
export type OwnerAnswer = Promise<OwnerEvent | void>;

/** Passes the visitor's action to the owner's machine. */
export type OwnerSend = (event: OwnerEvent) => void;
