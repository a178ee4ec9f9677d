/** Whether the author's signature still verifies behind the lines that we put in front of a mail. */

/** What we are about to do to the header. */
export type HeaderChange = {
  /** How many fields of each name the mail has; names in lower case. */
  present: ReadonlyMap<string, number>;
  /** Names of the fields that are put in front, in lower case. */
  added: readonly string[];
  /** Fields that are taken out, each by its place among those of its name, counted from the bottom and from 0. */
  removed: readonly { name: string; fromBottom: number }[];
};

/**
 * RFC 6376 section 5.4.2: h= takes the fields of a name from the bottom up. So a field that is added on top does no harm, unless
 * h= names it more often than it is there ("oversigned"), and one that is taken out does, if h= reaches up to it.
 * @param covered names of h=, in lower case
 */
export function survives(
  covered: readonly string[],
  { present, added, removed }: HeaderChange,
): boolean {
  const times = (name: string) => covered.filter((other) => other === name).length;
  return (
    added.every((name) => times(name) <= (present.get(name) ?? 0)) &&
    removed.every(({ name, fromBottom }) => times(name) <= fromBottom)
  );
}
