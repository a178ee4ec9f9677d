/** The calls of a browser that has opened a letter's link, without a session. */

import { askServer, type ServerParts } from '../call.ts';
import type { Denied, OwnerEvent } from '../events.ts';
import type { AskedFor } from '../state.ts';

/** The meaning of an answer to 'not me', by its status. */
const DENIED: Record<number, Denied> = { 403: 'expired', 404: 'notOffered' };

/** The code is optional: without it the screen does not mention it. Never rejects. */
export async function askDeviceCode(parts: ServerParts): Promise<OwnerEvent | void> {
  try {
    const answer = await post(parts, 'device-code', {});
    const { code } = await answer.json();
    if (answer.ok && typeof code === 'string') return { type: 'deviceCode', code };
  } catch {
    // The code from the next letter works too.
  }
}

/** Never rejects. */
export async function deny(parts: ServerParts, token: string): Promise<Denied> {
  try {
    const { ok, status } = await post(parts, 'not-me', { token_hash: token });
    return ok ? 'ok' : (DENIED[status] ?? 'unreachable');
  } catch {
    return 'unreachable';
  }
}

/** What the link would confirm; null: the server does not say. Never rejects. */
export async function askedFor(parts: ServerParts, token: string): Promise<AskedFor | null> {
  try {
    const answer = await post(parts, 'asked-for', { token_hash: token });
    const { address, alias }: Partial<AskedFor> = await answer.json();
    const told = answer.ok && typeof address === 'string';
    return told ? { address, alias: typeof alias === 'string' ? alias : null } : null;
  } catch {
    return null;
  }
}

const post = (parts: ServerParts, name: string, body: unknown): Promise<Response> =>
  askServer(parts, `functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
