import type { OwnerParts } from '../owner-slot.tsx';

/** `POST /auth/v1/logout`. The session is forgotten here in any case, with or without an answer of the server. */
export async function signOut(
  { ask, config, sessions }: Pick<OwnerParts, 'ask' | 'config' | 'sessions'>,
  scope: 'local' | 'global',
): Promise<void> {
  const signal = AbortSignal.timeout(5000);
  await ask(`${config.url}/auth/v1/logout?scope=${scope}`, { method: 'POST', signal }).catch(
    () => undefined,
  );
  sessions.drop();
}
