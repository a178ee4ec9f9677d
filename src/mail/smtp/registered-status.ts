/** Which enhanced status codes are everybody's, and which name a provider. */

/**
 * The last detail of each subject in IANA's registry of enhanced status codes (RFC 5248): none is left out before it.
 * Providers make up others (5.7.509, 5.1.351), and who sees one knows whose server has spoken.
 */
const LAST_DETAILS = [0, 10, 4, 6, 7, 6, 10, 30];

/** @param code class, subject and detail, as `5.1.1` */
export function isRegisteredStatus(code: string): boolean {
  const [, subject = Number.NaN, detail = Number.NaN] = code.split('.').map(Number);
  return detail <= (LAST_DETAILS[subject] ?? -1);
}
