/** Digits of half an id. */
const HALF = 5;

/**
 * Names one message on its way through here: in its Received field, in our reply and in the log. It is 50 random bits.
 */
export function mailId(random: () => number): string {
  // In two halves: small integers become text ten times as fast as large ones.
  const half = () =>
    Math.floor(random() * 32 ** HALF)
      .toString(32)
      .padStart(HALF, '0');
  return half() + half();
}
