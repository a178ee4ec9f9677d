/** The code from the mail to a new address is typed. */

import type { ManageParts } from '../manage-script.ts';
import { call } from './call.ts';
import type { Outcome } from './state.ts';

/** The call carries this session's token: it stays where the mail to the present address is answered last. */
export async function confirmAddress(
  parts: Pick<ManageParts, 'ask' | 'config' | 'sessions' | 'moved'>,
  email: string,
  token: string,
): Promise<Outcome> {
  const { sessions, moved } = parts;
  const [tab, disk] = sessions.storages();
  const brief = disk !== undefined && tab?.getItem(sessions.key) != null;
  const proof = { type: 'email_change', email, token, remember: !brief };
  const answer = await call(parts, 'POST', 'auth/v1/verify', proof);
  // That mail was answered first: every earlier session has ended, and the answer is the new one.
  if ('access_token' in JSON.parse(answer)) {
    sessions.keep(answer, brief);
    moved(email);
  }
  return { facts: { newEmail: null } };
}
