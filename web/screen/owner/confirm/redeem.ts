/** `POST /auth/v1/verify`: exchanges a link or a code for a session, which is then kept in this browser. */

import type { OwnerParts } from '../../owner-slot.tsx';
import type { RedeemOutcome } from '../events.ts';

export type LetterProof = { token_hash: string } | { email: string; token: string };

/** Never throws. @param brief whether the session ends with the tab */
export async function redeem(
  { authCall, sessions, ticketHeader }: Pick<OwnerParts, 'authCall' | 'sessions' | 'ticketHeader'>,
  proof: LetterProof,
  brief: boolean,
): Promise<RedeemOutcome> {
  try {
    // A session that ends with the tab leaves no cookie of this browser (src/api/auth/wire/cookies.ts).
    const body = { type: 'email', ...proof, ...(brief && { remember: false }) };
    const { status, text, wait } = await authCall('verify', body, ticketHeader());
    if (status === 429) return { wait: wait > 0 ? wait : 60 };
    if (status >= 500) return { refusal: 'unreachable' };
    if (status >= 300) return { refusal: 'wrongCode' };
    sessions.keep(text, brief);
    const owner = sessions.kept()?.email;
    return owner === undefined ? { refusal: 'notKept' } : { owner };
  } catch {
    return { refusal: 'unreachable' };
  }
}
