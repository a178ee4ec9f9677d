import type { ComponentType } from 'react';
import type { PageConfig } from '#rules/page.ts';
import type { AliasRow } from '../../../client/alias-row.ts';
import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnersCall } from '../call.ts';
import type { Farewell, Pause } from '../state.ts';

/** The parts of the rest that 'Manage this alias' needs. */
export type ManageParts = Pick<OwnerParts, 'auth' | 'sessions'> & {
  config: Pick<PageConfig, 'offers'>;
  call: OwnersCall;
  /** Whether this browser has passkeys for this page. */
  mayHavePasskeys: boolean;
  /** Pauses the alias until a time in ISO 8601. @throws if that is not stored */
  pause: (id: string, until: string) => Promise<void>;
  /** Ends the session of this browser. Never throws. */
  signOut: () => Promise<void>;
  /** The session has ended elsewhere. */
  sessionEnded: () => void;
  /**
   * The alias, or everything, is gone from this browser; undefined: the owner has signed out.
   * @param deleted id of the alias; the page may show another one by now
   */
  leave: (farewell: Farewell | undefined, deleted?: string) => void;
  /** The owner has another address now, and a new session for it is kept. */
  moved: (owner: string) => void;
};

export type ManageScriptProps = {
  alias: AliasRow;
  pause: Pause | undefined;
  /** Whether its forwarding is switched on, as it is stored. */
  forwards: boolean;
  /** Unfolds it at the passkey. */
  addingPasskey: boolean;
};

export type ManageView = ComponentType<ManageScriptProps>;

/** Its script, which is loaded when it is unfolded (web/manage.tsx). */
export type ManageScript = { createManage: (parts: ManageParts) => ManageView };
