/** The calls by which an address is confirmed, and its owner signs in. */

import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnerAnswer, RedeemOutcome } from '../events.ts';
import { renewedEmail } from '../link/calls.ts';

type LetterProof = { token_hash: string } | { email: string; token: string };

/**
 * Exchanges a link or a code for a session, which is then kept in this browser: `POST /auth/v1/verify`. Never throws.
 * @param brief whether the session ends with the tab
 */
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

/** Some browsers lack them, and an IP address cannot be a relying party (Web Authentication Level 3, section 5.1.2). */
export const mayHavePasskeys = () =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

/** Without a letter or a typed address. Never throws. */
export async function signInByPasskey({ auth }: Pick<OwnerParts, 'auth'>): Promise<RedeemOutcome> {
  try {
    const { client } = await auth();
    const { data } = await client.signInWithPasskey();
    const owner = data?.user?.email;
    return owner === undefined ? { refusal: 'noPasskey' } : { owner };
  } catch {
    return { refusal: 'noPasskey' };
  }
}

/** Carries out 'followLetter'. */
export async function followLetter(parts: OwnerParts, turn: number, email: string): OwnerAnswer {
  if (await hasMovedTo(parts, email)) return check(parts, turn, email);
  const letter = parts.lastLetter(email);
  const outcome = await letter;
  // The screen already shows 'We sent an email'; a newer letter has its own answer.
  if (outcome === undefined || outcome === 'sent' || letter !== parts.lastLetter(email)) return;
  return { type: 'letterEnded', place: 'panel', turn, email, outcome };
}

/** Whether the address of the kept session has become this one, by links opened elsewhere. */
async function hasMovedTo(parts: OwnerParts, email: string): Promise<boolean> {
  const before = parts.sessions.kept()?.email;
  if (before === undefined || before === email) return false;
  return (await renewedEmail(parts)) === email;
}

/** Carries out 'check'. */
export async function check(parts: OwnerParts, turn: number, email: string): OwnerAnswer {
  try {
    const alias = await parts.lookUp(email);
    const owner = parts.sessions.kept()?.email;
    return { type: 'checked', turn, owner, gone: alias === undefined };
  } catch {
    // A failed call means nothing.
  }
}
