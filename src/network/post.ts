/** A POST to a server named by the operator, over HTTPS, and never into a private network. */

import { guardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';

/** Dependencies that a test replaces. */
export type PostSurroundings = GuardedFetchOptions & {
  /** Milliseconds from the lookup until the status. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 5000;

/**
 * @returns the status of the response, whose body is not read; a redirect is not followed
 * @throws Error if no response comes in time, or if none of the host's addresses is allowed
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { timeoutMs = TIMEOUT_MS, ...reach }: PostSurroundings = {},
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await guardedFetch(reach)(url.href, { method: 'POST', headers, body, signal });
  await response.body?.cancel();
  return response.status;
}
