/** The owner enters the code from the email to a new address. */

import type { ManageParts } from '../manage/script.ts';
import { call, failureOfAny } from '../manage/call.ts';
import type { ActionOutcome } from '../manage/state.ts';

/**
 * The call carries this session's token: it stays if the email to the current address is answered last. On Supabase that
 * email, too, has a code and not a link (docs/supabase.md).
 */
export async function confirmAddress(
  parts: Pick<ManageParts, 'ask' | 'config' | 'sessions' | 'moved'>,
  { email, code: token }: { email: string; code: string },
  present: string,
): Promise<ActionOutcome> {
  const { sessions, moved } = parts;
  const [tab, disk] = sessions.storages();
  const brief = disk !== undefined && tab?.getItem(sessions.key) != null;
  const verified = (to: string) => {
    const proof = { type: 'email_change', email: to, token, remember: !brief };
    return call(parts, 'POST', 'auth/v1/verify', proof);
  };
  let other = false;
  const answer = await verified(email).catch((error: unknown) => {
    if (failureOfAny(error) !== 'wrongCode') throw error;
    other = true;
    return verified(present);
  });
  // Both have agreed: every earlier session has ended, and the answer is the new one.
  if ('access_token' in JSON.parse(answer)) {
    sessions.keep(answer, brief);
    moved(email);
  } else if (other) return {};
  return { facts: { newEmail: null } };
}
