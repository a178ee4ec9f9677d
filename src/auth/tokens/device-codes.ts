/** A code that one browser shows, so that its user can sign in with another one. */

import type { AuthSession } from '#store/sessions/sessions.ts';
import { DEVICE_CODE_MS, type OneTimeCodes } from './one-time-codes.ts';

/** Its lifetime, in seconds. */
export const DEVICE_CODE_SECONDS = DEVICE_CODE_MS / 1000;

/** Six digits, redeemed as any code of a letter to the user's address; an earlier one is void. */
export async function deviceCode(
  codes: OneTimeCodes,
  { id, userId }: AuthSession,
): Promise<string> {
  return (await codes.issue(userId, 'device', { redirectTo: null, challenge: id })).code;
}
