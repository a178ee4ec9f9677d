import type { OwnerParts } from '../owner-slot.tsx';

export type ServerParts = Pick<OwnerParts, 'ask' | 'config'>;

/** In milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * Gives up after 15 seconds.
 * @param path on the server, without its first slash
 * @throws if no answer comes in time
 */
export const askServer = (
  { ask, config }: ServerParts,
  path: string,
  init: RequestInit,
): Promise<Response> =>
  ask(`${config.url}/${path}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
