/** An operator takes all second factors of somebody who has lost them; the service tells the person by a letter. */

import type { AuthStore } from '#store/auth/auth-store.ts';
import { newLink } from './one-time-codes.ts';

/** A service that does not run for so long tells nobody any more, in milliseconds. */
const TOLD_WITHIN_MS = 30 * 86_400_000;

/**
 * The letter is due before the factors go: whoever breaks this off tells a person too much rather than nothing. It leaves
 * from the service, now or at its next start, as a letter that is to be tried again does.
 * @returns how many verified factors there were
 */
export async function forgetFactorsOf(
  { factors, oneTime }: Pick<AuthStore, 'factors' | 'oneTime'>,
  userId: string,
  now: number,
): Promise<number> {
  if ((await factors.of(userId)).some(({ verified }) => verified)) {
    await oneTime.put({
      userId,
      kind: 'factors-forgotten',
      // The hashes only name the row. No text has them as its hashes, so nothing can be redeemed.
      link: newLink(),
      code: newLink(),
      tries: 0,
      linkUntil: now + TOLD_WITHIN_MS,
      codeUntil: 0,
      redirectTo: null,
      challenge: null,
      retryAt: now,
      retries: 0,
    });
  }
  return factors.deleteOf(userId);
}
