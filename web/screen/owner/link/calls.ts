/** The calls of a browser that has opened a letter's link: without a session, or with one in the URL's fragment. */

import type { OwnerParts } from '../../owner-slot.tsx';
import type { OwnersParts } from '../call.ts';
import type { Denied, OwnerEvent } from '../events.ts';
import type { AskedFor } from '../state.ts';

/** The meaning of an answer to 'not me', by its status. */
const DENIED: Record<number, Denied> = { 403: 'expired', 404: 'notOffered' };

/** The code is optional: without it the screen does not mention it. Never rejects. */
export async function askDeviceCode(parts: OwnersParts): Promise<OwnerEvent | void> {
  try {
    const { status, text } = await post(parts, 'device-code', {});
    const { code } = JSON.parse(text);
    if (status < 300 && typeof code === 'string') return { type: 'deviceCode', code };
  } catch {
    // The code from the next letter works too.
  }
}

/** Never rejects. */
export async function deny(parts: OwnersParts, token: string): Promise<Denied> {
  try {
    const { status } = await post(parts, 'not-me', { token_hash: token });
    return status < 300 ? 'ok' : (DENIED[status] ?? 'unreachable');
  } catch {
    return 'unreachable';
  }
}

/** What the link would confirm; null: the server does not say. Never rejects. */
export async function askedFor(parts: OwnersParts, token: string): Promise<AskedFor | null> {
  try {
    const { status, text } = await post(parts, 'asked-for', { token_hash: token });
    const { address, alias }: Partial<AskedFor> = JSON.parse(text);
    const told = status < 300 && typeof address === 'string';
    return told ? { address, alias: typeof alias === 'string' ? alias : null } : null;
  } catch {
    return null;
  }
}

const post = ({ call }: OwnersParts, name: string, body: object) =>
  call('POST', `functions/v1/${name}`, body);

/** An older session in an address was copied, or sent: not accepted. In seconds (product specification, section 9). */
const STALE_S = 120;

/**
 * Keeps the session in the URL's fragment: the link in an owner's letter leads through a page of the server.
 * @returns address of the owner; undefined: the session was not accepted. Never throws.
 */
export async function adopt(
  parts: OwnerParts,
  fragment: URLSearchParams,
): Promise<string | undefined> {
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
export async function renewedEmail({ auth, sessions }: OwnerParts): Promise<string | undefined> {
  try {
    if (sessions.kept()) await (await auth()).renewed();
  } catch {
    // The session stays unchanged until the server can be reached.
  }
  return sessions.kept()?.email;
}
