/** A comparison of two series that were measured in turn, on a machine that other work loads. */

/** Of a standard normal distribution: 95 % lie within as many deviations on both sides. */
const DEVIATIONS_95 = 1.96;

/**
 * Each value over the value of the other series from the same turn: both met the same load.
 * @returns the ratio in the middle, and the bounds that the true one lies between with 95 % (of ranks, so outliers do not count)
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
