import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { invalid } from './refused.ts';
import type { SignedIn } from './signed-in.ts';

/** POST logout?scope=: global (as without a scope) ends all sessions of the user, local this one, others all but this one. */
export function logoutCall({ sessions }: Facility, demand: (c: Context) => Promise<SignedIn>) {
  return async (c: Context): Promise<Response> => {
    const { session } = await demand(c);
    switch (c.req.query('scope') ?? 'global') {
      case 'global':
        await sessions.endOf(session.userId);
        break;
      case 'local':
        await sessions.end(session.id);
        break;
      case 'others':
        await sessions.endOf(session.userId, session.id);
        break;
      default:
        throw invalid('scope must be global, local or others.');
    }
    return c.body(null, 204);
  };
}
