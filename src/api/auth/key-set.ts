import type { Context } from 'hono';
import type { AuthParts } from './auth-call.ts';

/**
 * GET .well-known/jwks.json, without a key, for everyone who verifies our tokens. Callers may cache it for ten minutes.
 */
export async function keySetCall(c: Context, { keys }: AuthParts): Promise<Response> {
  c.header('Cache-Control', 'public, max-age=600');
  return c.json(await keys.published());
}
