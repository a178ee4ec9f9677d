/** The order of the list, and its search. */

import type { ListedAlias } from './state.ts';

/** Pinned ones, then those that forward, then those that are off; the newest first in each. */
export function ordered(aliases: readonly ListedAlias[]): readonly ListedAlias[] {
  const rank = ({ pinned, active }: ListedAlias) => (pinned ? 0 : active ? 1 : 2);
  return aliases.toSorted(
    (one, other) => rank(one) - rank(other) || (one.created_at < other.created_at ? 1 : -1),
  );
}

/**
 * As they are now, in the places where the owner has seen them: a row that moved while it is pressed would leave another
 * one's switch under the finger. They are sorted again when one comes or goes.
 */
export function inPlace(
  placed: readonly ListedAlias[],
  aliases: readonly ListedAlias[],
): readonly ListedAlias[] {
  const now = new Map(aliases.map((alias) => [alias.id, alias]));
  const rows = placed.flatMap(({ id }) => now.get(id) ?? []);
  if (rows.length !== placed.length || rows.length !== aliases.length) return ordered(aliases);
  return rows.some((row, at) => row !== placed[at]) ? rows : placed;
}

/** Aliases whose address, label or site contains the text, in any case. */
export function found(aliases: readonly ListedAlias[], text: string): readonly ListedAlias[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return aliases;
  return aliases.filter(({ alias_email, label, site }) =>
    [alias_email, label, site].some((one) => one.toLocaleLowerCase().includes(wanted)),
  );
}
