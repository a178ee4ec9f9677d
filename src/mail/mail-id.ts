/** Digits of half an id. */
const HALF = 5;

/** A message's id in its Received field, in our reply and in the log: 50 random bits. */
export function mailId(random: () => number): string {
  // Two halves: small integers are converted to text ten times as fast as large ones.
  const half = () =>
    Math.floor(random() * 32 ** HALF)
      .toString(32)
      .padStart(HALF, '0');
  return half() + half();
}
