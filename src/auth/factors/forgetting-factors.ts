/** An operator removes all second factors of a user who has lost them; the service notifies the user by letter. */

import type { AuthStore } from '#store/sessions/auth-store.ts';
import { noticeRow } from '../tokens/one-time-codes.ts';

/** The letter is dropped if the service does not run for this long, in milliseconds. */
const TOLD_WITHIN_MS = 30 * 86_400_000;

/**
 * The letter is stored before the factors are removed: after an interruption the user gets one notice too many rather
 * than none. The service sends it, now or at its next start, like a letter that is due for a retry.
 * @returns the number of verified factors
 */
export async function forgetFactorsOf(
  { factors, oneTime, apiKeys }: Pick<AuthStore, 'factors' | 'oneTime' | 'apiKeys'>,
  userId: string,
  now: number,
): Promise<number> {
  if ((await factors.of(userId)).some(({ verified }) => verified)) {
    const linkUntil = now + TOLD_WITHIN_MS;
    await oneTime.put(noticeRow(userId, 'factors-forgotten', { linkUntil, challenge: null, now }));
  }
  // A key was made with the factor shown: whoever took the factors may have made one.
  await apiKeys.deleteOf(userId);
  return factors.deleteOf(userId);
}
