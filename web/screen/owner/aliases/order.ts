/** The order of the list, and its search. */

import type { ListedAlias } from './state.ts';

/** Pinned ones, then those that forward, then those that are off; the newest first in each. */
export function ordered(aliases: readonly ListedAlias[]): readonly ListedAlias[] {
  const rank = ({ pinned, active }: ListedAlias) => (pinned ? 0 : active ? 1 : 2);
  return aliases.toSorted(
    (one, other) => rank(one) - rank(other) || (one.created_at < other.created_at ? 1 : -1),
  );
}

/** Aliases whose address, label or site contains the text, in any case. */
export function found(aliases: readonly ListedAlias[], text: string): readonly ListedAlias[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return aliases;
  return aliases.filter(({ alias_email, label, site }) =>
    [alias_email, label, site].some((one) => one.toLocaleLowerCase().includes(wanted)),
  );
}
