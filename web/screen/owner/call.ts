/** The calls of the owner's side. */

import type { OwnerParts } from '../owner-slot.tsx';

/** In milliseconds. */
const PATIENCE_MS = 15_000;

/** An answer of the server; `seconds` to wait, a minute if it names none. */
export type Answered = { status: number; text: string; seconds: number };

/**
 * Gives up after 15 seconds.
 * @param path on the server, without its first slash
 * @throws if no answer comes in time
 */
export type OwnersCall = (method: string, path: string, body?: unknown) => Promise<Answered>;

/** The parts of the owner's side. */
export type OwnersParts = OwnerParts & { call: OwnersCall };

export function ownersCall({ ask, config }: Pick<OwnerParts, 'ask' | 'config'>): OwnersCall {
  return async (method, path, body) => {
    const answer = await ask(`${config.url}/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers } = answer;
    // Some gateways name a date.
    const seconds = Number(headers.get('Retry-After')) || 60;
    return { status, text: await answer.text(), seconds };
  };
}

/**
 * Ends the session of this browser (`POST /auth/v1/logout`). It is forgotten here in any case, with or without an answer
 * from the server.
 */
export async function signOut({
  ask,
  config,
  sessions,
}: Pick<OwnerParts, 'ask' | 'config' | 'sessions'>): Promise<void> {
  const signal = AbortSignal.timeout(5000);
  await ask(`${config.url}/auth/v1/logout?scope=local`, { method: 'POST', signal }).catch(
    () => undefined,
  );
  sessions.drop();
}
