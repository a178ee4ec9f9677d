import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { AuthParts } from './auth-call.ts';
import { clearDeviceCookie } from './wire/device-cookie.ts';
import { invalid, keepingHeaders } from './wire/refused.ts';

/**
 * POST logout?scope=: global (also without a scope) ends all sessions and API keys of the user, local this session,
 * others all but this one.
 */
export async function logoutCall(c: Context, parts: AuthParts): Promise<Response> {
  const { demand, sessions } = parts;
  const scope = c.req.query('scope') ?? 'global';
  // Also if the session has already ended: a sign-out leaves nothing in this browser.
  if (scope === 'local') clearDeviceCookie(c, parts);
  const session = await demand(c).catch(keepingHeaders);
  switch (scope) {
    case 'global':
      clearDeviceCookie(c, parts);
      await forgetBrowsers(parts, session.userId);
      await sessions.endEverything(session.userId);
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
}

/** The user's browsers no longer have their own budget of letters. */
async function forgetBrowsers({ store, browsers }: Facility, userId: string): Promise<void> {
  const user = await store.users.byId(userId);
  if (user?.email) await browsers.forget(user.email);
}
