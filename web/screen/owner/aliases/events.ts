/** The events about the owner's aliases, and the resulting commands. Both are plain data. */

import type { AliasRow } from '../../../client/alias-row.ts';
import type { AliasesState, ListedAlias, ListFailure } from './state.ts';

export type AliasesEvent =
  /** The page shows this alias of the signed-in owner; undefined: none. */
  | ({ type: 'seen'; owner: string | undefined } & Shown)
  | { type: 'cameBack' }
  /** `turn`: of its request. */
  | { type: 'listed'; owner: string; turn: number; list: AliasesState['list'] }
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
  id: string | undefined;
  single: boolean;
  /** As its switch is. */
  active: boolean;
  /** The choice is being saved. */
  saving: boolean;
  /** ISO 8601; null: no pause; undefined: not known. */
  pausedUntil: string | null | undefined;
};
