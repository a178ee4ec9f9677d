/** The change of the owner's address, and the code from the letter to the new one. Each call throws if it fails. */

import { call, failureOfAny, throwError } from '../manage/call.ts';
import type { Run } from '../manage/outcome.ts';

export const changeAddress: Run<{ email: string }> = async (parts, _, { email }) => {
  const { data, error } = await (await parts.auth()).client.updateUser({ email });
  throwError({ error });
  return { facts: { newEmail: data.user?.new_email ?? email } };
};

/**
 * The call carries this session's token: it stays if the email to the current address is answered last. On Supabase that
 * email, too, has a code and not a link (docs/supabase.md).
 */
export const confirmAddress: Run<{ email: string; code: string }> = async (
  parts,
  { real_email: present },
  { email, code: token },
) => {
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
};
