/** Every order of the list. */
export function orders<Item>(list: readonly Item[]): Item[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, i) =>
    orders(list.filter((_, j) => j !== i)).map((rest) => [first, ...rest]),
  );
}
