/** Series of measurements, on a machine with other load. */

/** Of a standard normal distribution: 95 % lie within this many deviations on both sides. */
const DEVIATIONS_95 = 1.96;

/**
 * Each value divided by the other series' value of the same turn: both met the same load.
 * @returns the median ratio, and the 95 % bounds of the true one (of ranks, so outliers do not count)
 */
export function pairedRatio(
  values: readonly number[],
  others: readonly number[],
): { middle: number; from: number; to: number } {
  const ratios = values
    .map((value, i) => value / (others[i] ?? Number.NaN))
    .toSorted((a, b) => a - b);
  const n = ratios.length;
  const at = (rank: number) => ratios[Math.min(n - 1, Math.max(0, Math.round(rank)))] ?? Number.NaN;
  const half = (DEVIATIONS_95 * Math.sqrt(n)) / 2;
  return { middle: at((n - 1) / 2), from: at((n - 1) / 2 - half), to: at((n - 1) / 2 + half) };
}

/** The middle item by `of`. @throws for an empty list */
export function median<Item>(items: readonly Item[], of: (item: Item) => number): Item {
  const middle = items.toSorted((a, b) => of(a) - of(b))[Math.floor(items.length / 2)];
  if (middle === undefined) throw new Error('There was no round.');
  return middle;
}
