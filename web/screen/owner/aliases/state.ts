/** The owner's aliases as the list shows them. */

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

export type AliasesState = {
  /** The address of the session whose aliases these are. */
  owner: string | undefined;
  /** Undefined: not known, or the owner has one alias and may have no more. */
  list: { most: number; aliases: readonly ListedAlias[] } | undefined;
  making: boolean;
  failure: ListFailure | undefined;
};

export const NO_ALIASES: AliasesState = {
  owner: undefined,
  list: undefined,
  making: false,
  failure: undefined,
};

/** The aliases that count: not those that someone else created for the address. */
export const counted = (aliases: readonly ListedAlias[]): readonly ListedAlias[] =>
  aliases.filter(({ confirmed }) => confirmed);
