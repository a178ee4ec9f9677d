import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';

/** GET .well-known/jwks.json, without a key, for all that verify our tokens. Callers may cache it for ten minutes. */
export function keySetCall({ keys }: Facility) {
  return async (c: Context): Promise<Response> => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(await keys.published());
  };
}
