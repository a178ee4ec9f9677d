/** Distinguishes registered enhanced status codes from those of a single provider. */

/**
 * The last detail of each subject in IANA's registry of enhanced status codes (RFC 5248). There are no gaps below it.
 * Providers use their own codes (5.7.509, 5.1.351), which reveal the provider of a real address.
 */
const LAST_DETAILS = [0, 10, 4, 6, 7, 6, 10, 30];

/** RFC 3463 section 2: numbers without leading zeros. */
const FORM = /^[245](?:\.(?:0|[1-9]\d{0,2})){2}$/;

/** @param code class, subject and detail, as `5.1.1` */
export function isRegisteredStatus(code: string): boolean {
  if (!FORM.test(code)) return false;
  const [, subject = Number.NaN, detail = Number.NaN] = code.split('.').map(Number);
  return detail <= (LAST_DETAILS[subject] ?? -1);
}
