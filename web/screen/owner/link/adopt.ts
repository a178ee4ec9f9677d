/** A session in the URL's fragment: the link in an owner's letter leads through a page of the server. */

import type { OwnerParts } from '../../owner-slot.tsx';

type Parts = Pick<OwnerParts, 'auth' | 'sessions'>;

/** An older session in an address was copied, or sent: not accepted. In seconds (product specification, section 9). */
const STALE_S = 120;

/** @returns address of the owner; undefined: the session was not accepted. Never throws. */
export async function adopt(parts: Parts, fragment: URLSearchParams): Promise<string | undefined> {
  const [access_token, refresh_token, until, seconds] = [
    'access_token',
    'refresh_token',
    'expires_at',
    'expires_in',
  ].map((name) => fragment.get(name) ?? '');
  const issued = Number(until) - Number(seconds);
  const fresh = Date.now() / 1000 - issued <= STALE_S;
  if (!access_token || !refresh_token || !fresh) return undefined;
  const kept = parts.sessions.kept();
  // A foreign page may have made the address: it must not sign anyone out. A user whose address has changed learns
  // that from the kept session.
  if (kept) {
    return fragment.get('type')?.startsWith('email_change') ? renewedEmail(parts) : kept.email;
  }
  try {
    const { client } = await parts.auth();
    const { data } = await client.setSession({ access_token, refresh_token });
    return data.user?.email;
  } catch {
    return undefined;
  }
}

/** The address of the kept session, as its server knows it. */
export async function renewedEmail({ auth, sessions }: Parts): Promise<string | undefined> {
  try {
    if (sessions.kept()) await (await auth()).renewed();
  } catch {
    // The session stays unchanged until the server can be reached.
  }
  return sessions.kept()?.email;
}
