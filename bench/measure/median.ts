/** The middle item by `of`. @throws for an empty list */
export function median<Item>(items: readonly Item[], of: (item: Item) => number): Item {
  const middle = items.toSorted((a, b) => of(a) - of(b))[Math.floor(items.length / 2)];
  if (middle === undefined) throw new Error('There was no round.');
  return middle;
}
