/** The owner's aliases as the list shows them; the events about them, and the resulting commands. All is plain data. */

import type { AliasRow } from '../../../client/alias-row.ts';

/** An alias as `functions/v1/aliases` returns it. */
export type ListedAlias = {
  id: string;
  alias_email: string;
  active: boolean;
  /** ISO 8601. */
  created_at: string;
  /** False: someone else created it for the address. */
  confirmed: boolean;
  /** Empty: none. */
  label: string;
  /** A host; empty: none. */
  site: string;
  pinned: boolean;
  /** ISO 8601; null: no pause. */
  paused_until: string | null;
  /** Within seven days. */
  delivered: number;
  /** ISO 8601; null: nothing in seven days. */
  last: string | null;
};

/** The reason why the last action failed. */
export type ListFailure = 'unreachable' | 'failed' | 'full' | { seconds: number };

export type ListState = {
  /** The address of the session whose aliases these are. */
  owner?: string | undefined;
  /** Undefined: not known, or the owner has one alias and may have no more. */
  list?: { most: number; aliases: readonly ListedAlias[] } | undefined;
  making: boolean;
  failure?: ListFailure | undefined;
  shown: Shown;
  /** Counts the changes: a list that was requested before one may lack it. */
  turn: number;
};

export const INITIAL_LIST: ListState = {
  making: false,
  shown: { single: false, active: false, saving: false },
  turn: 0,
};

/** The aliases that count: not those that someone else created for the address. */
export const counted = (aliases: readonly ListedAlias[]): readonly ListedAlias[] =>
  aliases.filter(({ confirmed }) => confirmed);

export type AliasesEvent =
  /** The page shows this alias of the signed-in owner; undefined: none. */
  | ({ type: 'seen'; owner: string | undefined } & Shown)
  | { type: 'cameBack' }
  /** `turn`: of its request. */
  | { type: 'listed'; owner: string; turn: number; list: ListState['list'] }
  | { type: 'makePressed' }
  | { type: 'made'; alias: ListedAlias }
  | { type: 'notMade'; failure: ListFailure | undefined }
  | { type: 'selected'; id: string }
  /** Something of a row, as it is stored now. */
  | { type: 'changed'; id: string; change: Partial<ListedAlias> }
  /** The alias on the page was deleted a moment ago. */
  | { type: 'deleted'; id: string };

export type AliasesCommand =
  | { do: 'list'; owner: string; turn: number }
  | { do: 'make' }
  /** The specified screen shows this alias, and what has just happened. */
  | { do: 'choose'; alias: AliasRow; after: 'made' | 'deleted' | undefined }
  /** The switch of the specified screen follows what is stored, unless a choice is being saved. */
  | { do: 'follow'; alias: AliasRow }
  /** The specified screen goes back to its empty form, as no alias is left. */
  | { do: 'leave' };

/** The alias on the page, and whether the page shows it as if its owner could have one only. */
export type Shown = {
  id?: string | undefined;
  single: boolean;
  /** As its switch is. */
  active: boolean;
  /** The choice is being saved. */
  saving: boolean;
  /** ISO 8601; null: no pause; undefined: not known. */
  pausedUntil?: string | null | undefined;
};
