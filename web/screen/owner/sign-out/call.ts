import type { OwnerParts } from '../../owner-slot.tsx';

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
